import { Link } from '#components/ui/link.tsx'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

/** Number of applications from /join. Renders nothing at zero. */
export function ApplicationsNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p>
      <Link href={OWNER_PATHS.join}>有 {count} 封共創來信</Link>
    </p>
  )
}
