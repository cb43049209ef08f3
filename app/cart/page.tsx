import { CartView } from '#components/cart/cart-view.tsx'
import { NEEDS_SCRIPT } from '#components/cart/needs-script.ts'
import { PageHead } from '#components/site/page-head.tsx'
import { unlistedMetadata } from '#components/site/page-metadata.ts'
import { Notice } from '#components/ui/notice.tsx'

import { checkCartAction } from './actions.ts'

export const metadata = unlistedMetadata('購物車', '選好的 T 恤、數量、運費與總計。')

export default function CartPage() {
  return (
    <div className="page whole-window">
      <PageHead title="購物車" />
      <noscript>
        <Notice>{NEEDS_SCRIPT}</Notice>
      </noscript>
      <CartView check={checkCartAction} />
    </div>
  )
}
