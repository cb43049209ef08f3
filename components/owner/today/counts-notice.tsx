import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import type { ProductToMake } from '#lib/owner/products-to-make.ts'
import type { Today } from '#lib/owner/today.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/** Numbers that did not agree with the orders, or do not agree with each other now. Renders nothing while all do. */
export function CountsNotice({
  found,
  toMake,
  recount,
}: {
  found: Today['foundCounts']
  toMake: readonly ProductToMake[]
  recount: OwnerAction
}) {
  const wrong = toMake.filter(({ isWrong }) => isWrong)
  if (found === undefined && wrong.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>每日自動核對</h2>
      {wrong.map(({ id, title }) => (
        <p key={id} className={styles.unreadable} role="alert">
          「{title}」的待製作件數不一致，請先按「依訂單重新核對」再使用這些數字。
        </p>
      ))}
      {found === undefined ? null : (
        <>
          <p>{formatTime(new Date(found.at))} 核對時，這些數字與訂單不符，已依訂單更正：</p>
          <ul className={styles.plain}>
            {found.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <OwnerForm action={recount} submit="依訂單重新核對" done="已依訂單核對。" />
    </section>
  )
}
