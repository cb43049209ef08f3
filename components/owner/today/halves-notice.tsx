import { Link } from '#components/ui/link.tsx'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

/** Number of halves that wait for a decision. Renders nothing at zero. */
export function HalvesNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p>
      <Link href={OWNER_PATHS.halves}>有 {count} 張別人畫的另一半，等您決定要不要顯示</Link>
    </p>
  )
}
