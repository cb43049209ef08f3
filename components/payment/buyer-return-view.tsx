'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

import { PageHead } from '#components/ui/page-head.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/routes/paths.ts'

import { BUYER_RETURN_MESSAGES } from './buyer-return-messages.ts'

/** Interval and number of polls for an unconfirmed payment. */
const ASK_EVERY = 3_000
const ASK_AT_MOST = 20

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
      if (count >= ASK_AT_MOST) clearInterval(timer)
      router.refresh()
    }, ASK_EVERY)
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
