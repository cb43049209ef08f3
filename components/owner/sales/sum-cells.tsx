import tables from '#components/owner/books/statement-view.module.css'
import { Price } from '#components/price/price.tsx'
import type { SalesSums } from '#lib/owner/sales.ts'
import styles from './sales.module.css'

/** The class of a table of sums. */
export const TABLE = `${tables.table} ${styles.compact}`

/** The cells of a row of sums; on a phone, a row leaves out returns and refunds of zero. */
export function SumCells({ row }: { row: SalesSums }) {
  return (
    <>
      <td className="figures" data-label="賣出">
        {row.sold} 件
      </td>
      <td className={`figures ${row.returned === 0 ? tables.none : ''}`} data-label="退回">
        {row.returned} 件
      </td>
      <td data-label="收款">
        <Price amount={row.revenue} />
      </td>
      <td className={row.back === 0 ? tables.none : undefined} data-label="退款">
        <Price amount={row.back} />
      </td>
      <td data-label="淨額">
        <Price amount={row.kept} />
      </td>
    </>
  )
}

/** The heads of these columns. */
export function SumHeads() {
  return (
    <>
      <th scope="col">賣出</th>
      <th scope="col">退回</th>
      <th scope="col">收款</th>
      <th scope="col">退款</th>
      <th scope="col">淨額</th>
    </>
  )
}
