import type { HeldProduct } from '#lib/order/stock.ts'

import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import styles from './owner.module.css'

function HeldRow({ product, release }: { product: HeldProduct; release: OwnerAction }) {
  const { title, held, of, orders } = product
  return (
    <section className={styles.make}>
      <h3>
        {title}　{of} 件中有 {held} 件保留給 {orders} 筆未付款訂單
      </h3>
      <OwnerForm
        action={release}
        submit={`釋出保留的商品：${title}`}
        done="已釋出，可以賣給其他人了"
      >
        <input type="hidden" name="product" value={product.product} />
      </OwnerForm>
    </section>
  )
}

/** The products of which unpaid orders keep more than a third, each with a button that releases them. */
export function HeldProducts({
  products,
  release,
}: {
  products: readonly HeldProduct[]
  release: OwnerAction
}) {
  if (products.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>未付款訂單保留太多商品</h2>
      <p className={styles.soft}>
        釋出後訂單不會取消，買家付款時若還有貨仍可買到；款項在途中的訂單不受影響。
      </p>
      {products.map((product) => (
        <HeldRow key={product.product} product={product} release={release} />
      ))}
    </section>
  )
}
