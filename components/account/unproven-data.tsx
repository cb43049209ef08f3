import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './own-data.module.css'
import { DATA_LABELS } from './settings-messages.ts'

/** The same page of a member whose e-mail nobody has proven. */
export function UnprovenData({ title }: { title: string }) {
  return (
    <section className={styles.page}>
      <h2>{title}</h2>
      <p>{DATA_LABELS.unproven}</p>
      <p>
        <Link href={`${PATHS.verifyEmail}?redirect=${PATHS.ownData}`}>前往驗證電子信箱</Link>
      </p>
    </section>
  )
}
