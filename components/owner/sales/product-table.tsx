import tables from '#components/owner/books/statement-view.module.css'
import { NO_CREATOR } from '#lib/owner/creator-statement.ts'
import type { NamedSales } from '#lib/owner/read-sales.ts'
import { SumCells, SumHeads, TABLE } from './sum-cells.tsx'

export function ProductTable({
  sales: { products, delivery, total, productNames },
}: {
  sales: NamedSales
}) {
  return (
    <table className={TABLE}>
      <caption>商品與尺寸；換過尺寸的算買家留下的那一個</caption>
      <thead>
        <tr>
          <th scope="col">商品</th>
          <SumHeads />
          <th scope="col">各尺寸賣出</th>
        </tr>
      </thead>
      <tbody>
        {products.map((row) => (
          <tr key={row.key}>
            <th scope="row">{productNames.get(row.key) ?? NO_CREATOR}</th>
            <SumCells row={row} />
            <td className={`figures ${row.sold === 0 ? tables.none : ''}`} data-label="各尺寸賣出">
              {row.sizes
                .filter(({ sold }) => sold > 0)
                .map(({ key, sold }) => `${key} ${sold}`)
                .join('、') || '—'}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">運費</th>
          <SumCells row={delivery} />
          <td className={tables.none}>—</td>
        </tr>
        <tr>
          <th scope="row">合計（和收支相同）</th>
          <SumCells row={total} />
          <td className={tables.none}>—</td>
        </tr>
      </tfoot>
    </table>
  )
}
