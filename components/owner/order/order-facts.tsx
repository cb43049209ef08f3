import styles from '#components/owner/owner.module.css'
import { type Fact, FactList, knownFacts } from '#components/ui/facts.tsx'
import { formatTime } from '#lib/time/taipei-time.ts'

export function time(at: string | undefined): string {
  return at === undefined ? '' : formatTime(new Date(at))
}

export function OrderFacts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = knownFacts(facts)
  if (known.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <FactList className={styles.facts} facts={known} />
    </section>
  )
}
