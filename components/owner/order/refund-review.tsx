'use client'
import { useId } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import styles from '#components/owner/owner.module.css'
import type { Reauthentication } from '#components/owner/proof/reauthenticate.ts'
import { ReauthenticationFields } from '#components/owner/proof/reauthentication-fields.tsx'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import type { WebConfig } from '#lib/account/session.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { type RefundAction, useRefund } from './use-refund.ts'

/** Money of an order under review that the provider holds, in whole TWD. */
export type CapturedMoney = { readonly id: string; readonly amount: number }

/** Refunds money of an order under review here, and ends the review with it. */
export function RefundReview({
  orderId,
  held,
  surplus,
  undoneBefore,
  ...input
}: {
  orderId: string
  held: readonly CapturedMoney[]
  /** The one that is offered first, where a paid order has one too many. */
  surplus?: string | undefined
  /** Until when in Taipei (HH:MM) a payment of the day is undone whole, where the shop does so. */
  undoneBefore?: string | undefined
  config: WebConfig
  proof: Reauthentication
  refund: RefundAction
  provider: string
}) {
  const id = useId()
  usePreloadedAuthClient(input.config)
  const { key, problems, pending, form } = useRefund(input)
  const left = held.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="left" value={left} />
      <RenewedFields renewal={key} page={held} className={styles.fields}>
        <SelectField
          id={`${id}capture`}
          name="capture"
          label="退哪一筆"
          defaultValue={surplus ?? 'all'}
        >
          <option value="all">全部退回 {formatPrice(left)}</option>
          {held.length < 2
            ? null
            : held.map(({ id: capture, amount }) => (
                <option key={capture} value={capture}>
                  只退 {capture}：{formatPrice(amount)}，其他留下
                </option>
              ))}
        </SelectField>
        {undoneBefore === undefined ? null : (
          <p className={styles.soft}>
            今天付的款，{undoneBefore}{' '}
            關帳前退款會取消整筆授權，買家的帳單上不會出現這筆消費；之後是一般退款。
          </p>
        )}
        <TextField id={`${id}reason`} name="reason" label="原因" maxLength={300} />
        <ReauthenticationFields id={id} proof={input.proof} />
      </RenewedFields>
      <Button type="submit" variant="danger" pending={pending}>
        {pending ? '退款中…' : '退款並結束核對'}
      </Button>
    </form>
  )
}
