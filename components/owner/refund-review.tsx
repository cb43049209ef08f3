'use client'

import { useId } from 'react'

import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import type { WebConfig } from '#lib/account/require-account.ts'
import { formatPrice } from '#lib/price/price.ts'

import styles from './owner.module.css'
import { type Reauthentication, ReauthenticationFields } from './proof.tsx'
import { type RefundAction, useRefund } from './refund-form.tsx'

/** Money of an order under review that the provider holds, in whole TWD. */
export type HeldMoney = { readonly id: string; readonly amount: number }

/** Refunds money of an order under review here, and ends the review with it. */
export function RefundReview({
  orderId,
  held,
  ...input
}: {
  orderId: string
  held: readonly HeldMoney[]
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
      <div key={key} className={styles.fields}>
        <SelectField id={`${id}capture`} name="capture" label="退哪一筆">
          <option value="all">全部退回 {formatPrice(left)}</option>
          {held.length < 2
            ? null
            : held.map(({ id: capture, amount }) => (
                <option key={capture} value={capture}>
                  只退 {capture}：{formatPrice(amount)}，其他留下
                </option>
              ))}
        </SelectField>
        <TextField id={`${id}reason`} name="reason" label="原因" maxLength={300} />
        <ReauthenticationFields id={id} proof={input.proof} />
      </div>
      <Button type="submit" variant="danger" pending={pending}>
        {pending ? '退款中…' : '退款並結束核對'}
      </Button>
    </form>
  )
}
