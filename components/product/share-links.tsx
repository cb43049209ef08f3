import { buttonClass } from '#components/ui/button-class.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { Product } from '#lib/product/product.ts'
import { productPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import styles from './share-links.module.css'

const LINE_SHARE = 'https://social-plugins.line.me/lineit/share?url='

/** Ways to show a product to somebody else. */
export function ShareLinks({ id }: Pick<Product, 'id'>) {
  const address = absoluteUrl(productPath(id))
  return (
    <div className={styles.share}>
      <a className={buttonClass('quiet')} href={LINE_SHARE + encodeURIComponent(address)}>
        用 LINE 傳給朋友
      </a>
      <CopyButton text={address} name="商品網址" isNamed />
    </div>
  )
}
