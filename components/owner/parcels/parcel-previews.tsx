'use client'

import styles from '#components/owner/owner.module.css'
import type { ParcelPreview } from '#lib/owner/parcel-preview.ts'
import { PARCEL_WARNINGS } from './parcel-warnings.ts'

const isEarly = ({ warnings }: ParcelPreview) => warnings.includes('waiting')

export function ParcelPreviews({ parcels }: { parcels: readonly ParcelPreview[] }) {
  if (parcels.length === 0) return null
  const odd = parcels.filter(({ warnings }) => warnings.length > 0)
  return (
    <section className={styles.section} aria-label="會出貨的訂單">
      {odd.length === 0 ? null : <output>有 {odd.length} 筆要看一下：</output>}
      <ul className={styles.rows}>
        {[...odd, ...parcels.filter(({ warnings }) => warnings.length === 0)].map(
          (parcelPreview, index) => (
            <li key={`${parcelPreview.orderNumber} ${index}`}>
              <p>
                <span className="figures">{parcelPreview.orderNumber.replace('Order', '')}</span>　
                <span className={styles.whole}>{parcelPreview.name}</span>
                {parcelPreview.warnings.map((warning) => (
                  <strong key={warning}>　{PARCEL_WARNINGS[warning]}</strong>
                ))}
              </p>
              <p>{parcelPreview.items}</p>
              <p className={styles.soft}>
                {parcelPreview.carrier} {parcelPreview.trackingNumber}
              </p>
            </li>
          ),
        )}
      </ul>
      {parcels.some(isEarly) ? (
        <label className={styles.pick}>
          <input type="checkbox" name="ships" value="early" />
          預購未到出貨日的 {parcels.filter(isEarly).length} 筆也要出貨
        </label>
      ) : null}
    </section>
  )
}
