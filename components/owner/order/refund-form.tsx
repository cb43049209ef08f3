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
import type { RestockQuestion } from '#lib/inventory/restock.ts'
import type { OpenRemoval } from '#lib/ledger/paid-parts.ts'
import type { RefundUnit } from '#lib/payment/refund/refund-units.ts'
import type { RefundedReturn } from '#lib/payment/refund/request-refund.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { RefundAmountField } from './refund-amount-field.tsx'
import { RestockField } from './restock-field.tsx'
import { type RefundAction, useRefund } from './use-refund.ts'

function ReturnField({
  id,
  returns,
  chosen,
}: {
  id: string
  returns: readonly RefundedReturn[]
  chosen: number | undefined
}) {
  return (
    <SelectField id={id} name="returnNumber" label="屬於哪一次退貨" defaultValue={chosen ?? ''}>
      <option value="">和退貨無關</option>
      {returns.map(({ number, refunded }) => (
        <option key={number} value={number}>
          第 {number} 次退貨{refunded === 0 ? '' : `（已退 ${formatPrice(refunded)}）`}
        </option>
      ))}
    </SelectField>
  )
}

// Of several lines that were taken out, the one that is paid back.
function RemovedField({ id, removed }: { id: string; removed: readonly OpenRemoval[] }) {
  return (
    <SelectField id={id} name="removed" label="屬於哪一項少訂的商品" defaultValue="">
      <option value="">全部，或和少訂無關</option>
      {removed.map(({ place, item, left }) => (
        <option key={place} value={place}>
          {[item.title, item.color, item.size].filter(Boolean).join(' ')} {item.quantity} 件（
          {formatPrice(left)}）
        </option>
      ))}
    </SelectField>
  )
}

const RESTOCK_ANSWERS = {
  'with-all': { yes: '款項全部退回時放回', no: '不放回，例如有瑕疵', isYes: true },
  returned: { yes: '退回的商品還能賣', no: '不能再賣', isYes: true },
  perhaps: {
    yes: '已退回、還能賣：選了一件就放回那一件，否則放回整筆',
    no: '商品沒有退回，或不能再賣',
    isYes: false,
  },
} as const satisfies Readonly<Record<RestockQuestion, object>>

/** Refunds part of an order or the rest, after reauthentication. */
export function RefundForm({
  orderId,
  left,
  due,
  returns,
  removed,
  chosenReturn,
  restock,
  reason,
  units,
  ...values
}: {
  orderId: string
  left: number
  /** Prefilled amount: returned goods, or the refundable rest. */
  due: number
  returns: readonly RefundedReturn[]
  /** Lines that were taken out and not paid back. */
  removed: readonly OpenRemoval[]
  /** The return chosen at first, by its number. */
  chosenReturn: number | undefined
  /** What is asked about the goods. */
  restock: RestockQuestion | undefined
  /** Prefilled reason. */
  reason: string
  /** Parts that one press fills in. */
  units: readonly RefundUnit[]
  config: WebConfig
  proof: Reauthentication
  refund: RefundAction
  provider: string
}) {
  const id = useId()
  const { proof } = values
  usePreloadedAuthClient(values.config)
  const { key, problems, pending, form } = useRefund(values)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="left" value={left} />
      <RenewedFields renewal={key} page={units} className={styles.fields}>
        <RefundAmountField
          key={`${left} ${due}`}
          id={`${id}amount`}
          label="退款金額（元）"
          left={left}
          due={due}
          units={units}
        />
        {returns.length === 0 ? null : (
          <ReturnField
            key={chosenReturn ?? ''}
            id={`${id}return`}
            returns={returns}
            chosen={chosenReturn}
          />
        )}
        {removed.length < 2 ? null : <RemovedField id={`${id}removed`} removed={removed} />}
        <TextField
          id={`${id}reason`}
          name="reason"
          label="原因"
          defaultValue={reason}
          maxLength={300}
        />
        {restock === undefined ? null : <RestockField {...RESTOCK_ANSWERS[restock]} />}
        <ReauthenticationFields id={id} proof={proof} />
      </RenewedFields>
      <Button type="submit" variant="danger" pending={pending}>
        {pending ? '退款中…' : '退款'}
      </Button>
    </form>
  )
}
