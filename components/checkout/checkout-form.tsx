'use client'

import { useRouter } from 'next/navigation'
import { type SubmitEvent, useEffect } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import {
  AddressFields,
  PersonFields,
  recipientField,
  type RecipientForm,
  StoreField,
} from '#components/delivery/recipient-fields.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import type { City } from '#lib/delivery/districts.ts'
import { PATHS } from '#lib/site/paths.ts'

import styles from './checkout-form.module.css'
import { CheckoutProblems } from './checkout-problems.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { CHECKOUT_MESSAGES } from './messages.ts'
import { ShippingChoice } from './shipping-choice.tsx'
import { type Buyer, type PlaceOrder, useCheckout } from './use-checkout.ts'

type Checkout = {
  readonly buyer: Buyer
  readonly cities: readonly City[]
  readonly placeOrder: PlaceOrder
}

function Form({ buyer, cities, placeOrder }: Checkout) {
  const { cart, draft, setDraft, place, problems, correction, busy, submit } = useCheckout(
    buyer,
    placeOrder,
  )
  const form: RecipientForm = {
    value: draft.recipient,
    problems,
    onChange: (change) => setDraft({ ...draft, recipient: { ...draft.recipient, ...change } }),
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.columns} onSubmit={onSubmit} noValidate>
      <div className={styles.fields}>
        <CheckoutProblems correction={correction} problems={problems} method={draft.method} />
        <ShippingChoice
          method={draft.method}
          onChange={(method) => setDraft({ ...draft, method })}
        />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>收件資料</legend>
          <PersonFields form={form} />
          {draft.method === 'home' ? (
            <AddressFields form={form} cities={cities} />
          ) : (
            <StoreField form={form} />
          )}
          {place.isAsked ? (
            <label className={styles.confirm}>
              <input
                type="checkbox"
                checked={place.isConfirmed}
                onChange={({ target }) => place.confirm(target.checked)}
              />
              {CHECKOUT_MESSAGES.placeConfirmed}
            </label>
          ) : null}
          <TextAreaField {...recipientField(form, 'note')} optional maxLength={500} />
        </fieldset>
      </div>
      <CheckoutSummary lines={cart.lines}>
        <p className={styles.pay}>付款方式：支援 PayPal 或信用卡付款</p>
        <Button variant="primary" fullWidth type="submit" pending={busy}>
          {busy ? '處理中…' : '確認訂單並付款'}
        </Button>
      </CheckoutSummary>
    </form>
  )
}

/** The order's confirmation: what is bought, where it goes, and one button; an empty cart has nothing to confirm. */
export function CheckoutForm(checkout: Checkout) {
  const { ready, lines } = useCart()
  const router = useRouter()
  const isEmpty = ready && lines.length === 0
  useEffect(() => {
    if (isEmpty) router.replace(PATHS.cart)
  }, [isEmpty, router])
  if (!ready || isEmpty) return <output className={styles.waiting}>載入訂單內容…</output>
  return <Form {...checkout} />
}
