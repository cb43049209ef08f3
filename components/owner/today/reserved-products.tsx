import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import type { ReservedProduct } from '#lib/inventory/reserved-products.ts'

/** The products of which unpaid orders keep more than a third, each with a button that releases them. */
export function ReservedProducts({
  products,
  release,
}: {
  products: readonly ReservedProduct[]
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
        <section key={product.product} className={styles.make}>
          <h3>
            {product.title}　{product.of} 件中有 {product.held} 件保留給 {product.orders}{' '}
            筆未付款訂單
          </h3>
          <OwnerForm
            action={release}
            submit={`釋出保留的商品：${product.title}`}
            done="已釋出，可以賣給其他人"
          >
            <input type="hidden" name="product" value={product.product} />
          </OwnerForm>
        </section>
      ))}
    </section>
  )
}
