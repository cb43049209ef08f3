import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { ProductToMake } from '#lib/owner/products-to-make.ts'
import { OWNER_PATHS, shippingDatePath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { unitsText } from './pending-units.ts'

export function ToMake({ product }: { product: ProductToMake }) {
  const { id, title, shipsAbout, quantity, units } = product
  return (
    <section className={styles.make}>
      <h3>
        {title}　{quantity} 件
      </h3>
      {shipsAbout === undefined ? null : (
        <p className={styles.soft}>最早約 {formatDay(shipsAbout)} 出貨</p>
      )}
      <dl className={styles.sizes}>
        {units.map(({ color, size, quantity: count, pending }) => (
          <div key={`${color} ${size}`}>
            <dt>
              {color} {size}
            </dt>
            <dd>{unitsText(count, pending)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link href={OWNER_PATHS.arrival} aria-label={`貨到了：${title}`}>
          貨到了
        </Link>
        {' · '}
        <Link href={shippingDatePath(id)} aria-label={`更改出貨日：${title}`}>
          更改出貨日
        </Link>
      </p>
    </section>
  )
}
