'use client'

import { type ReactNode, useEffect, useRef } from 'react'

import { useCartActions } from '#components/cart/cart-provider.tsx'
import { PageHead } from '#components/site/page-head.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  type PaymentMethod,
  PROVIDER_TITLES,
  providerOf,
  USUAL_TITLE,
} from '#lib/payment/methods.ts'
import { isPayable, type PaymentStatus } from '#lib/payment/payment-status.ts'
import { BRAND, CONTACT_EMAIL } from '#lib/site/site.ts'
import { PATHS } from '#lib/site/paths.ts'

import { PAYMENT_MESSAGES } from './messages.ts'
import page from './order-to-pay.module.css'
import { PaymentButtons } from './payment-buttons.tsx'
import styles from './payment-panel.module.css'
import type { PaypalScript } from './paypal-buttons.tsx'
import { type OrderAtHand, type PaymentActions, usePayment } from './use-payment.ts'
import { forgetCheckout } from '#components/checkout/checkout-storage.ts'

// Clears the cart and the checkout key after the payment.
function CartEnd() {
  const { clear } = useCartActions()
  useEffect(() => {
    clear()
    forgetCheckout()
  }, [clear])
  return null
}

// Says in the window's title and by the focus that the page is another one now; a page that was paid before says nothing new.
function usePaidNews(isPaid: boolean) {
  const head = useRef<HTMLDivElement>(null)
  const wasPaid = useRef(isPaid)
  useEffect(() => {
    if (!isPaid) return
    document.title = `${PAYMENT_MESSAGES.ended}｜${BRAND}`
    if (!wasPaid.current) head.current?.focus()
    wasPaid.current = true
  }, [isPaid])
  return head
}

const OPEN_ENDS: Readonly<Partial<Record<PaymentStatus, { title: string; text: string }>>> = {
  confirming: {
    title: '付款確認中…',
    text: '我們正在向 PayPal 確認這筆付款，請勿重複付款。您可以離開這一頁，確認後訂單會自動更新。',
  },
  pending: {
    title: '付款待 PayPal 審核',
    text: 'PayPal 已收到付款，正在審核，通常需要一些時間。審核完成後訂單會自動更新，不需要再付一次。',
  },
  review: {
    title: '付款由專人核對中',
    text: `我們收到付款的消息，但內容需要專人核對，款項不會遺失，請勿重複付款。有問題請來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  'partly-refunded': {
    title: '這筆訂單已部分退款',
    text: '訂單已付款，其中一部分款項已依原付款方式退回。',
  },
  refunded: { title: '這筆訂單已退款', text: '款項已依原付款方式退回。' },
  'taken-back': {
    title: '這筆訂單的款項已被扣回',
    text: `付款的銀行或 PayPal 已從我們收到的款項中扣回，不是由我們退款；何時入帳請看對方的通知。有問題請來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  disputed: {
    title: '付款爭議處理中',
    text: `這筆付款正在 PayPal 處理爭議，結束前暫停出貨。有問題請來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  cancelled: { title: '這筆訂單已取消', text: '沒有收取任何款項。想要的話，可以重新選購。' },
}

function OpenEnd({ status, method }: { status: PaymentStatus; method: PaymentMethod | undefined }) {
  const words = OPEN_ENDS[status]
  if (!words) return null
  return (
    <Notice title={words.title}>
      <p>
        {words.text.replace('PayPal', method ? PROVIDER_TITLES[providerOf(method)] : USUAL_TITLE)}
      </p>
      <p className="ways">
        <ButtonLink href={PATHS.orders}>查看我的訂單</ButtonLink>
      </p>
    </Notice>
  )
}

/**
 * The payment page of one order: PayPal's buttons while it can be paid, what was paid and what
 * comes next once it is, and in words how it stands otherwise.
 */
export function PaymentPanel(props: {
  order: OrderAtHand
  script: PaypalScript
  actions: PaymentActions
  /** Amounts and lines of the order, rendered on the server. */
  due: ReactNode
  paid: ReactNode
  lines: ReactNode
}) {
  const { order, script, due, paid, lines } = props
  const { view, flow } = usePayment(order, props.actions)
  const isPaid = view.status === 'paid'
  const isOpen = isPayable(view.status)
  const head = usePaidNews(isPaid)
  // The hold may have lapsed since the page was loaded.
  const isGone = view.status === 'out-of-stock'
  const atHand = isGone ? { ...order, holdNote: undefined } : order
  return (
    <div className="page" data-checkout={isPaid ? undefined : ''}>
      <div ref={head} tabIndex={-1} className={styles.head}>
        <PageHead title={isPaid ? PAYMENT_MESSAGES.ended : '付款'} />
      </div>
      <div className={page.columns}>
        <section className={page.payment} aria-label="付款">
          {isPaid ? null : due}
          <div className={styles.panel} aria-live={isPaid ? 'off' : 'polite'}>
            {isPaid ? (
              paid
            ) : (
              <OpenEnd status={view.status} method={flow.method() ?? order.method} />
            )}
            {isPaid ? <CartEnd /> : null}
            {view.problem ? (
              <Notice kind="error" title={view.problem.title}>
                {view.problem.advice === undefined ? null : <p>{view.problem.advice}</p>}
              </Notice>
            ) : null}
            {view.notice === undefined ? null : <Notice title={view.notice} />}
            {isOpen || view.status === 'confirming' ? (
              <div hidden={!isOpen}>
                <PaymentButtons order={atHand} script={script} flow={flow} />
              </div>
            ) : null}
          </div>
        </section>
        {lines}
      </div>
    </div>
  )
}
