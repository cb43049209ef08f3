'use client'
import { useRouter } from 'next/navigation'
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import { AddressFields } from '#components/delivery/address-fields.tsx'
import { PersonFields } from '#components/delivery/person-fields.tsx'
import { recipientField, type RecipientForm } from '#components/delivery/recipient-field.ts'
import { StoreChoice } from '#components/delivery/store-choice.tsx'
import { payLabel } from '#components/payment/method-labels.ts'
import { MethodRows } from '#components/payment/method-rows.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { TextAreaField } from '#components/ui/field.tsx'
import type { City } from '#lib/delivery/districts.ts'
import { EMPTY_RECIPIENT, GIFT_NOTE, type Recipient } from '#lib/delivery/recipient.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { priceBreakdown } from '#lib/price/price.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import type { CheckoutDraft } from './checkout-draft.ts'
import checkoutFormStyles from './checkout-form.module.css'
import { CheckoutProblems } from './checkout-problems.tsx'
import { CheckoutSummary, ShortSummary } from './checkout-summary.tsx'
import type { Correction } from './correction.ts'
import { fieldsInOrder } from './fields-in-order.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { CHECKOUT_MESSAGES, checkoutNote, waitingLabel } from './messages.ts'
import { endPlacedCart, placedOrder, returnPlacedCart } from './placed-cart.ts'
import { ShippingChoice } from './shipping-choice.tsx'
import { type CheckoutSources, useCheckout } from './use-checkout.ts'
import type { Buyer } from './use-draft.ts'

/** The server action that says whether an order still waits for its payment. */
type IsUnpaid = (order: {
  readonly id: string
}) => Promise<Result<boolean, 'not-found'> | ActionFailure>

type Checkout = CheckoutSources & {
  readonly isUnpaid: IsUnpaid
  readonly buyer: Buyer
  readonly cities: readonly City[]
}

function PlaceDoubt({ place }: { place: ReturnType<typeof useCheckout>['place'] }) {
  return place.isAsked ? (
    <label className={checkoutFormStyles.confirm}>
      <input
        type="checkbox"
        checked={place.isConfirmed}
        onChange={({ target }) => place.confirm(target.checked)}
      />
      {CHECKOUT_MESSAGES.placeConfirmed}
    </label>
  ) : null
}

/**
 * Ticks a gift, which goes to somebody else: the buyer's saved name and address make room, and come back. What was
 * typed stays, and comes back with the tick.
 */
function useGift(
  { prefill }: Buyer,
  draft: CheckoutDraft,
  setDraft: (draft: CheckoutDraft) => void,
) {
  const receiver = useRef<Recipient>(undefined)
  return (isGift: boolean) => {
    const { recipient } = draft
    const hasOwn = prefill.phone !== ''
    if (!isGift) receiver.current = recipient
    const isOwn =
      hasOwn && recipient.address === prefill.address && recipient.store === prefill.store
    const given = receiver.current ?? (isOwn ? EMPTY_RECIPIENT : recipient)
    const next = isGift ? given : hasOwn ? prefill : recipient
    const { email, note } = recipient
    setDraft({ ...draft, isGift, recipient: { ...next, email: email || prefill.email, note } })
  }
}

// The specified words, and under them what the press leads to.
function ConfirmText({ method, amount }: { method: PaymentMethod | undefined; amount: number }) {
  return (
    <span className={checkoutFormStyles.words}>
      確認訂單並付款 {method === undefined ? null : <span>{payLabel(method, amount)}</span>}
    </span>
  )
}

type OnEmptied = { readonly onEmptied: (correction: Correction) => void }

function Form({ buyer, cities, onEmptied, ...sources }: Omit<Checkout, 'isUnpaid'> & OnEmptied) {
  const checkout = useCheckout(buyer, sources, onEmptied)
  const { cart, checked, draft, setDraft, discount, payment, form, busy, ahead } = checkout
  const { total } = discount.price.breakdown
  const recipient: RecipientForm = {
    value: draft.recipient,
    problems: form.problems.recipient,
    isRequired: true,
    onChange: (change) => setDraft({ ...draft, recipient: { ...draft.recipient, ...change } }),
  }
  const tickGift = useGift(buyer, draft, setDraft)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void checkout.submit()
  }
  return (
    <form className={checkoutFormStyles.columns} data-checkout onSubmit={onSubmit} noValidate>
      <ShortSummary lines={cart.lines} total={total} />
      <div className={checkoutFormStyles.fields}>
        <CheckoutProblems
          correction={form.correction}
          fields={fieldsInOrder(form.problems, draft)}
        />
        <ShippingChoice
          method={draft.method}
          onChange={(method) => setDraft({ ...draft, method })}
        />
        <fieldset className={checkoutFormStyles.group}>
          <legend className={checkoutFormStyles.legend}>收件資料</legend>
          <label className={checkoutFormStyles.confirm}>
            <input
              type="checkbox"
              checked={draft.isGift}
              onChange={({ target }) => tickGift(target.checked)}
            />
            {CHECKOUT_MESSAGES.gift}
          </label>
          {draft.isGift ? (
            <p className={checkoutFormStyles.pay}>{CHECKOUT_MESSAGES.giftTerms}</p>
          ) : null}
          <PersonFields
            form={recipient}
            withEmail={!draft.isGift || draft.recipient.email === ''}
            isPrinted={draft.method === 'store' && buyer.stores !== 'typed'}
          />
          {draft.method === 'home' ? <AddressFields form={recipient} cities={cities} /> : null}
          {draft.method === 'store' ? (
            <StoreChoice from={buyer.stores} form={recipient} cities={cities} />
          ) : null}
          <PlaceDoubt place={checkout.place} />
          <TextAreaField
            {...recipientField(recipient, 'note')}
            {...(draft.isGift ? { label: GIFT_NOTE } : {})}
            optional
            maxLength={500}
          />
        </fieldset>
        <InvoiceFields
          invoice={draft.invoice}
          problems={form.problems.invoice}
          issuesInvoices={buyer.issuesInvoices}
          onChange={(invoice) => setDraft({ ...draft, invoice })}
        />
        <div>
          <MethodRows
            rows={payment.rows}
            chosen={payment.chosen}
            onChoose={payment.choose}
            legendClass={checkoutFormStyles.legend}
          />
          <p className={checkoutFormStyles.pay}>{checkoutNote(buyer.methods)}</p>
        </div>
      </div>
      <CheckoutSummary lines={cart.lines} discount={discount} checked={checked}>
        <Button variant="primary" fullWidth type="submit" pending={busy}>
          {busy ? '處理中…' : <ConfirmText method={payment.chosen} amount={total} />}
        </Button>
        <output className={checkoutFormStyles.waiting}>
          {ahead === undefined ? null : waitingLabel(ahead)}
        </output>
      </CheckoutSummary>
    </form>
  )
}

// Whether the page was just opened, or was come back to, and has shown no lines since: a cart that another tab empties
// stays empty.
function useJustOpened(hasLines: boolean): () => boolean {
  const isOpened = useRef(true)
  useEffect(() => {
    if (hasLines) isOpened.current = false
  }, [hasLines])
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) isOpened.current = true
    }
    // Before the cart reads its storage again.
    window.addEventListener('pageshow', onShow, { capture: true })
    return () => window.removeEventListener('pageshow', onShow, { capture: true })
  }, [])
  return useCallback(() => isOpened.current, [])
}

// Whether the order placed here last is still unpaid: a transfer may have paid it since. Undefined if nobody can say.
async function isStillUnpaid(isUnpaid: IsUnpaid, id: string): Promise<boolean | undefined> {
  const answer = await callAction(isUnpaid, { id }).catch(lostCall)
  return answer.ok ? answer.data : undefined
}

/** The order's confirmation: what is bought, where it goes, and one button; an empty cart has nothing to confirm. */
export function CheckoutForm({ isUnpaid, ...checkout }: Checkout) {
  const { ready, lines, replace } = useCart()
  const router = useRouter()
  const [emptied, setEmptied] = useState<Correction | undefined>(undefined)
  const isEmpty = ready && priceBreakdown(lines).total <= 0
  const isLeft = isEmpty && emptied === undefined
  const isOpened = useJustOpened(ready && !isEmpty)
  useEffect(() => {
    if (!isLeft) return undefined
    // Back from the payment page: what the order took out of the cart can be changed and confirmed again.
    let isCurrent = true
    const leave = async () => {
      const id = isOpened() ? placedOrder() : undefined
      const isStill = id === undefined ? undefined : await isStillUnpaid(isUnpaid, id)
      if (!isCurrent) return
      if (id !== undefined && isStill === false) endPlacedCart(id)
      const placed = id !== undefined && isStill ? returnPlacedCart(id) : []
      if (placed.length > 0) replace(placed)
      else router.replace(PATHS.cart)
    }
    void leave()
    return () => {
      isCurrent = false
    }
  }, [isLeft, isOpened, isUnpaid, replace, router])
  if (isEmpty && emptied)
    return (
      <div className={checkoutFormStyles.fields}>
        <CheckoutProblems correction={emptied} fields={[]} />
        <p>
          <ButtonLink variant="primary" href={PATHS.shop}>
            去看看商品
          </ButtonLink>
        </p>
      </div>
    )
  if (!ready || isEmpty)
    return (
      <output className={checkoutFormStyles.waiting} data-checkout>
        載入訂單內容…
      </output>
    )
  return <Form {...checkout} onEmptied={setEmptied} />
}
