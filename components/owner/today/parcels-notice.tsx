import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { ParcelDay } from '#lib/owner/read-parcels.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** Store parcels that need work today. Renders nothing without a carrier. */
export function ParcelsNotice({ day }: { day: ParcelDay | undefined }) {
  if (day === undefined) return null
  const { alarms, toBook, booked } = day
  const first = booked[0]?.dropOffBy
  const deadline = first === undefined ? '' : `，最早要在 ${formatDay(first)}前交寄`
  return (
    <section className={styles.section}>
      <h2>寄件</h2>
      {alarms.length === 0 ? null : (
        <p className={styles.unreadable} role="alert">
          有 {alarms.length} 個包裹待處理
        </p>
      )}
      <p>
        <Link href={OWNER_PATHS.parcels}>
          {toBook.length} 筆可建立寄件，{booked.length} 筆待交寄{deadline}
        </Link>
      </p>
    </section>
  )
}
