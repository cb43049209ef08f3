import styles from '#components/owner/owner.module.css'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { ParcelNow } from '#lib/owner/parcel-now.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/** Where an order's parcels are: state, number with its carrier's page, and what was seen last. */
export function ParcelState({ parcels }: { parcels: readonly ParcelNow[] }) {
  if (parcels.length === 0) return null
  return (
    <ul className={styles.plain} aria-label="包裹">
      {parcels.map(({ key, state, carrier, number, page, lastSeenAt }) => (
        <li key={key}>
          <strong>{state}</strong>
          {lastSeenAt === undefined ? '' : `・${formatTime(new Date(lastSeenAt))}`}
          {number === '' ? null : (
            <p>
              {carrier}{' '}
              {page === undefined ? (
                <span className="figures">{number}</span>
              ) : (
                <a className="figures" href={page} target="_blank" rel="noopener">
                  {number}
                  <span className="visually-hidden">（在新分頁開啟物流公司的查詢頁）</span>
                </a>
              )}{' '}
              <CopyButton text={number} name="包裹編號" />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
