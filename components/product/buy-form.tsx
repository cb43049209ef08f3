'use client'

import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react'

import { useCartActions } from '#components/cart/cart-provider.tsx'
import { CART_MESSAGES, lineWords } from '#components/cart/messages.ts'
import type { CheckCart } from '#components/cart/use-cart-check.ts'
import { liftToastAbove } from '#components/ui/lift-toast.ts'
import { toast } from '#components/ui/toast.ts'
import { type CartLine, MIN_QUANTITY } from '#lib/cart/cart.ts'
import type { Availability, StockInfo } from '#lib/product/availability.ts'
import type { Size } from '#lib/product/sizes.ts'
import { CONTACT_EMAIL } from '#lib/site/site.ts'
import { BuyBar, InCart } from './buy-bar.tsx'
import styles from './buy-form.module.css'
import { BADGES, buyLabel } from './messages.ts'
import { ColorChoice, QuantityChoice, SizeChoice } from './options.tsx'
import { useAvailability } from './availability.tsx'
import { useSize, useSoldOutSizes } from './use-sizes.ts'
import { buttonClass } from '#components/ui/button.tsx'

/** The badge above the title on a product's page. */
export function AvailabilityBadge({ now }: { now: Availability }) {
  const badge = BADGES[now]
  return badge ? (
    <p className={`${styles.badge} ${now === 'preorder' ? styles.badgePreorder : ''}`}>{badge}</p>
  ) : null
}

// A choice made before hydration exists only in the DOM.
function chosenInPage(group: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`[name=${group}]:checked`)?.value
}

// Shown when sold out: a notification for the next batch, or an alternative.
function SoldOut({ title, size, instead }: { title: string; size: Size; instead: ReactNode }) {
  const subject = encodeURIComponent(`再製通知：${title}（${size}）`)
  return (
    <>
      <p className={styles.hint}>目前已售完。選好尺寸寫信給我們，再製時通知您。</p>
      <a
        className={buttonClass('secondary', true)}
        href={`mailto:${CONTACT_EMAIL}?subject=${subject}`}
      >
        再製時通知我（{size}）
      </a>
      <div className={styles.instead}>{instead}</div>
    </>
  )
}

/** Product facts for the buying column. */
export type Offer = {
  readonly product: Pick<CartLine, 'id' | 'title' | 'image' | 'price'>
  readonly colors: readonly { readonly name: string; readonly value: string }[]
  readonly sizes: readonly [Size, ...Size[]]
  readonly stock: StockInfo
  /** Says which sizes are gone; asked only where sizes are counted. */
  readonly check: CheckCart
  readonly initialAvailability: Availability
  readonly preorderSentence: string | undefined
  /** The price as it is shown; its form is made on the server. */
  readonly price: ReactNode
  /** A shirt that can be had, for who comes too late for this one; made on the server. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

function Head({
  now,
  preorderSentence,
  children,
}: Pick<Offer, 'preorderSentence' | 'children'> & { now: Availability }) {
  return (
    <>
      <header>
        <AvailabilityBadge now={now} />
        {children}
      </header>
      {now === 'preorder' && preorderSentence ? (
        <p className={styles.preorder}>{preorderSentence}</p>
      ) : null}
    </>
  )
}

// React keeps a form's press from before this script is here, and then calls its action.
function BuyButton({
  now,
  label,
  button,
  onAdd,
}: {
  now: Availability
  label: string
  button: RefObject<HTMLButtonElement | null>
  onAdd: () => void
}) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onAdd()
  }
  return (
    <form action={onAdd} onSubmit={onSubmit}>
      <button
        type="submit"
        ref={button}
        className={buttonClass('primary', true)}
        disabled={now === 'sold-out'}
      >
        {label}
      </button>
    </form>
  )
}

/** The badge, the product's name and price, then colour, size, quantity and the one big button; first size and colour chosen. */
export function BuyForm({ product, colors, sizes, price, check, ...offer }: Offer) {
  const cart = useCartActions()
  const now = useAvailability(offer.stock, offer.initialAvailability)
  const [color, setColor] = useState(colors[0]?.name ?? '')
  const gone = useSoldOutSizes({ id: product.id, color, sizes, stock: offer.stock }, now, check)
  const { size, isChosen, choose } = useSize(sizes, gone)
  const sizeRow = useRef<HTMLDivElement>(null)
  const [quantity, setQuantity] = useState(MIN_QUANTITY)
  const button = useRef<HTMLButtonElement>(null)
  const soldOut = now === 'sold-out'
  const isGone = gone.has(size)
  const shown = isGone ? 'sold-out' : now
  const label = buyLabel(shown, size)

  function add(): void {
    const line = {
      ...product,
      color: chosenInPage('color') ?? color,
      size: sizes.find((one) => one === chosenInPage('size')) ?? size,
      quantity,
    }
    const { capped } = cart.add(line)
    liftToastAbove(button.current)
    if (capped) toast.error(CART_MESSAGES.capped)
    else toast.success(`${CART_MESSAGES.added}${lineWords(line)}`)
  }

  return (
    <div className={styles.form}>
      <Head now={now} preorderSentence={offer.preorderSentence}>
        {offer.children}
      </Head>
      <ColorChoice colors={colors} chosen={color} unavailable={soldOut} onChoose={setColor} />
      <div ref={sizeRow}>
        <SizeChoice
          sizes={sizes}
          chosen={size}
          unavailable={soldOut}
          gone={gone}
          onChoose={choose}
        />
      </div>
      {soldOut ? null : <QuantityChoice quantity={quantity} onChange={setQuantity} />}
      <BuyButton now={shown} label={label} button={button} onAdd={add} />
      {soldOut ? <SoldOut title={product.title} size={size} instead={offer.instead} /> : null}
      <InCart id={product.id} />
      {soldOut ? null : (
        <BuyBar
          watch={button}
          sizes={sizeRow}
          product={product}
          price={price}
          chosen={isChosen && !isGone ? `${color}・${size}・${quantity} 件` : undefined}
          label={label}
          onAdd={add}
        />
      )}
    </div>
  )
}
