import { Link } from '#components/ui/link.tsx'
import type { FirstTask } from '#lib/owner/today.ts'

/** What to do first, in one line. */
export function FirstTaskLine({ task }: { task: FirstTask | undefined }) {
  if (!task) return <p>今天沒有緊急事項。</p>
  return (
    <p>
      先做這件：
      <Link href={task.href}>{task.words}</Link>
    </p>
  )
}
