'use client'

import { useRouter } from 'next/navigation'
import { type SubmitEvent, useEffect, useState } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import type { CheckCart } from '#components/cart/use-cart-check.ts'
import {
  AddressFields,
  PersonFields,
  recipientField,
  type RecipientForm,
} from '#components/delivery/recipient-fields.tsx'
import { StoreChoice } from '#components/delivery/store-choice.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import type { City } from '#lib/delivery/districts.ts'
import { priceBreakdown } from '#lib/price/price.ts'
import { PATHS } from '#lib/routes/paths.ts'

import styles from './checkout-form.module.css'
import { CheckoutProblems } from './checkout-problems.tsx'
import { CheckoutSummary, ShortSummary } from './checkout-summary.tsx'
import type { Correction } from './correction.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { CHECKOUT_MESSAGES, waitingWords } from './messages.ts'
import { ShippingChoice } from './shipping-choice.tsx'
import { type PlaceOrder, useCheckout } from './use-checkout.ts'
import type { Buyer } from './use-draft.ts'
import { fieldsInOrder } from './use-form-problems.ts'

type Checkout = {
  readonly buyer: Buyer
  readonly cities: readonly City[]
  readonly placeOrder: PlaceOrder
  readonly checkCart: CheckCart
  /** The ways to pay that are offered, in words. */
  readonly ways: string
}

function PlaceDoubt({ place }: { place: ReturnType<typeof useCheckout>['place'] }) {
  return place.isAsked ? (
    <label className={styles.confirm}>
      <input
        type="checkbox"
        checked={place.isConfirmed}
        onChange={({ target }) => place.confirm(target.checked)}
      />
      {CHECKOUT_MESSAGES.placeConfirmed}
    </label>
  ) : null
}

type OnEmptied = { readonly onEmptied: (correction: Correction) => void }

function Form({ buyer, cities, placeOrder, checkCart, ways, onEmptied }: Checkout & OnEmptied) {
  const checkout = useCheckout(buyer, placeOrder, onEmptied)
  const { cart, draft, setDraft, form, busy, ahead } = checkout
  const recipient: RecipientForm = {
    value: draft.recipient,
    problems: form.problems.recipient,
    isRequired: true,
    onChange: (change) => setDraft({ ...draft, recipient: { ...draft.recipient, ...change } }),
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void checkout.submit()
  }
  return (
    <form className={styles.columns} data-checkout onSubmit={onSubmit} noValidate>
      <ShortSummary lines={cart.lines} />
      <div className={styles.fields}>
        <CheckoutProblems
          correction={form.correction}
          fields={fieldsInOrder(form.problems, draft)}
        />
        <ShippingChoice
          method={draft.method}
          onChange={(method) => setDraft({ ...draft, method })}
        />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>收件資料</legend>
          <PersonFields
            form={recipient}
            isPrinted={draft.method === 'store' && buyer.stores !== 'typed'}
          />
          {draft.method === 'home' ? <AddressFields form={recipient} cities={cities} /> : null}
          {draft.method === 'store' ? (
            <StoreChoice from={buyer.stores} form={recipient} cities={cities} />
          ) : null}
          <PlaceDoubt place={checkout.place} />
          <TextAreaField {...recipientField(recipient, 'note')} optional maxLength={500} />
        </fieldset>
        <InvoiceFields
          invoice={draft.invoice}
          problems={form.problems.invoice}
          issuesInvoices={buyer.issuesInvoices}
          onChange={(invoice) => setDraft({ ...draft, invoice })}
        />
      </div>
      <CheckoutSummary lines={cart.lines} check={checkCart}>
        <p className={styles.pay}>{`付款方式：${ways.trim()}（下一步選擇）`}</p>
        <Button variant="primary" fullWidth type="submit" pending={busy}>
          {busy ? '處理中…' : '確認訂單並付款'}
        </Button>
        <output className={styles.waiting}>
          {ahead === undefined ? null : waitingWords(ahead)}
        </output>
      </CheckoutSummary>
    </form>
  )
}

// Shown when no line of the cart can be bought: the reason and a link to the shop.
function EmptiedCart({ correction }: { correction: Correction }) {
  return (
    <div className={styles.fields}>
      <CheckoutProblems correction={correction} fields={[]} />
      <p>
        <ButtonLink variant="primary" href={PATHS.shop}>
          去看看商品
        </ButtonLink>
      </p>
    </div>
  )
}

/** The order's confirmation: what is bought, where it goes, and one button; an empty cart has nothing to confirm. */
export function CheckoutForm(checkout: Checkout) {
  const { ready, lines } = useCart()
  const router = useRouter()
  const [emptied, setEmptied] = useState<Correction | undefined>(undefined)
  const isEmpty = ready && priceBreakdown(lines).total <= 0
  const isLeft = isEmpty && emptied === undefined
  useEffect(() => {
    if (isLeft) router.replace(PATHS.cart)
  }, [isLeft, router])
  if (isEmpty && emptied) return <EmptiedCart correction={emptied} />
  if (!ready || isEmpty) return <output className={styles.waiting}>載入訂單內容…</output>
  return <Form {...checkout} onEmptied={setEmptied} />
}
