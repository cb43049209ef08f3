import type { SalesRow } from '#lib/owner/sales.ts'
import { SumCells, SumHeads, TABLE } from './sum-cells.tsx'

export function SumTable({
  caption,
  first,
  rows,
  nameOf,
  hasOrders = false,
}: {
  caption: string
  first: string
  rows: readonly SalesRow[]
  nameOf: (key: string) => string
  hasOrders?: boolean
}) {
  return (
    <table className={TABLE}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {hasOrders ? <th scope="col">訂單</th> : null}
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{nameOf(row.key)}</th>
            {hasOrders ? (
              <td className="figures" data-label="訂單">
                {row.orders} 筆
              </td>
            ) : null}
            <SumCells row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
