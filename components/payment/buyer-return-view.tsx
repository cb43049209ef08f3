'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import { PAYMENT_MESSAGES, PAYMENT_STATUS_LABELS } from './messages.ts'

/**
 * Texts of the page to which a buyer returns from a provider, perhaps in a browser that is not
 * signed in: nothing of the buyer or the order but its number.
 */
export const BUYER_RETURN_MESSAGES = {
  paid: {
    title: '付款已收到',
    text: '付款已收到，請回到原本的頁面。付款通知會寄到訂購時填寫的信箱。',
  },
  confirming: {
    title: '付款確認中…',
    text: '我們正在確認這筆付款，請勿重複付款。確認後訂單會自動更新，您可以關閉這一頁。',
  },
  open: {
    title: '付款沒有完成',
    text: '這筆付款未完成，沒有扣款。請回到原本的頁面重新付款。',
  },
  cancelled: { title: '這筆訂單已取消', text: '沒有扣款。若還想購買，可以重新選購。' },
  'out-of-stock': {
    title: PAYMENT_MESSAGES.outOfStock,
    text: PAYMENT_MESSAGES.outOfStockAdvice,
  },
  review: {
    title: '付款由專人核對中',
    text: '款項不會遺失，請勿重複付款。請到「我的訂單」查看進度。',
  },
  blocked: {
    title: PAYMENT_STATUS_LABELS.blocked,
    text: '這筆付款未完成，沒有扣款。請到「我的訂單」查看。',
  },
  other: { title: '這筆訂單已處理', text: '請到「我的訂單」查看付款與退款的進度。' },
  unknown: {
    title: '找不到這筆付款',
    text: '網址不完整，或這筆付款已結束。請到「我的訂單」查看。',
  },
} as const

/** Interval and number of polls for an unconfirmed payment. */
const POLL_EVERY = 3_000
const POLL_AT_MOST = 20

/**
 * Return page of a provider in a browser that is not signed in: shows the order's
 * number and how its payment stands, and nothing else of it.
 */
export function BuyerReturnView({
  number,
  status,
}: {
  number: string | undefined
  status: keyof typeof BUYER_RETURN_MESSAGES
}) {
  const router = useRouter()
  const isWaiting = status === 'confirming'
  useEffect(() => {
    if (!isWaiting) return undefined
    let count = 0
    const timer = setInterval(() => {
      count += 1
      if (count >= POLL_AT_MOST) clearInterval(timer)
      router.refresh()
    }, POLL_EVERY)
    return () => clearInterval(timer)
  }, [isWaiting, router])
  const { title, text } = BUYER_RETURN_MESSAGES[status]
  return (
    <div className="page" aria-live="polite">
      <PageHead title={title} text={text} />
      {number === undefined ? null : <p>訂單編號：{number}</p>}
      <p className="ways">
        <ButtonLink href={PATHS.orders}>我的訂單</ButtonLink>
      </p>
    </div>
  )
}
