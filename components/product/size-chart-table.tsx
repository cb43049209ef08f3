import type { SizeChart } from '#lib/product/size-chart.ts'
import styles from './size-chart-table.module.css'

const COLUMNS = ['尺寸', '衣長', '肩寬', '胸寬', '袖長', '建議身高', '建議體重']

/** The size chart in cm for the sizes that a product comes in. */
export function SizeChartTable({ chart: rows }: { chart: SizeChart }) {
  return (
    // It scrolls with large letters, which a keyboard must be able to do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
    <section className={styles.scroll} aria-label="尺寸表，可以左右捲動" tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          單位：公分；平放測量，可能有些微誤差。體重單位：公斤。
        </caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.size}>
              <th scope="row">{row.size}</th>
              <td>{row.length}</td>
              <td>{row.shoulder}</td>
              <td>{row.chest}</td>
              <td>{row.sleeve}</td>
              <td>{row.height.join('–')}</td>
              <td>{row.weight.join('–')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
