import type { Metadata } from 'next'

import { CartView } from '#components/cart/cart-view.tsx'
import { CART_MESSAGES } from '#components/cart/messages.ts'
import { PageHead } from '#components/site/page-head.tsx'
import { Notice } from '#components/ui/notice.tsx'

export const metadata: Metadata = { title: '購物車' }

export default function CartPage() {
  return (
    <div className="page">
      <PageHead title="購物車" />
      <noscript>
        <Notice>{CART_MESSAGES.needsScript}</Notice>
      </noscript>
      <CartView />
    </div>
  )
}
