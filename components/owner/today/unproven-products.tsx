import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import { missingProof, type Product } from '#lib/product/product.ts'
import { contentFilePath } from '#lib/routes/owner-paths.ts'

const MISSING = { photograph: '實品照片', facts: '材質以外的規格' } as const

/** What each product lacks before a shopper can believe in it. Renders nothing while all lack nothing. */
export function UnprovenProducts({ products }: { products: readonly Product[] }) {
  const unproven = products.flatMap((product) => {
    const missing = missingProof(product).map((name) => MISSING[name])
    return missing.length === 0 ? [] : [{ ...product, missing: missing.join('與') }]
  })
  if (unproven.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>商品頁待補資料</h2>
      <ul className={styles.plain}>
        {unproven.map(({ id, title, missing }) => (
          <li key={id}>
            {title}：還缺{missing}。
            <Link href={contentFilePath(`products/${id}.md`)} prefetch={false}>
              補上{title}的內容
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
