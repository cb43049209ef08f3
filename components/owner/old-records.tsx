import { Price } from '#components/price/price.tsx'
import type { OldRecord } from '#lib/moving/moving.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import styles from './owner.module.css'

const partsOf = (parts: readonly string[]) => parts.filter((part) => part !== '').join('・')

function RecordFacts({ record }: { record: OldRecord }) {
  const { name, email, phone, note } = record
  return (
    <li>
      {record.kind === 'orders' ? (
        <p>
          <span className="figures">{record.number}</span>　{formatDay(record.placedOn)}　
          <Price amount={record.total} />　{record.state}
        </p>
      ) : (
        <p>顧客</p>
      )}
      <p>{partsOf([name, email, phone])}</p>
      <p className={styles.soft}>{partsOf([record.kind === 'orders' ? record.goods : '', note])}</p>
    </li>
  )
}

/** What a search finds among what was brought along from the shop before, to read only. */
export function OldRecords({ records }: { records: readonly OldRecord[] }) {
  if (records.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="old-records">
      <h2 id="old-records">舊訂單與舊顧客（{records.length}）</h2>
      <p className={styles.soft}>從別的平台搬來，只供查看。</p>
      <ul className={styles.rows}>
        {records.map((record) => (
          <RecordFacts
            key={record.kind === 'orders' ? `order ${record.number}` : `customer ${record.email}`}
            record={record}
          />
        ))}
      </ul>
    </section>
  )
}
