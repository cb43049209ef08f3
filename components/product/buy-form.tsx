'use client'

import { type ReactNode, useRef, useState } from 'react'

import { useCartActions } from '#components/cart/cart-provider.tsx'
import { CART_MESSAGES } from '#components/cart/messages.ts'
import { buttonClass } from '#components/ui/button-class.ts'
import { toast } from '#components/ui/toast.ts'
import { type CartLine, MIN_QUANTITY } from '#lib/cart/cart.ts'
import type { Availability, StockInfo } from '#lib/product/availability.ts'
import type { Size } from '#lib/product/sizes.ts'

import { AvailabilityBadge } from './availability-badge.tsx'
import { BuyBar } from './buy-bar.tsx'
import styles from './buy-form.module.css'
import { InCart } from './in-cart.tsx'
import { BUY_LABELS } from './messages.ts'
import { ColorChoice, QuantityChoice, SizeChoice } from './options.tsx'
import { useAvailability } from './use-availability.ts'
import { useSize } from './use-size.ts'

/** What the buying column must know of a product. */
export type Offer = {
  readonly product: Pick<CartLine, 'id' | 'title' | 'image' | 'price'>
  readonly colors: readonly { readonly name: string; readonly value: string }[]
  readonly sizes: readonly [Size, ...Size[]]
  readonly stock: StockInfo
  readonly initialAvailability: Availability
  readonly preorderSentence: string | undefined
  /** The price as it is shown; its form is made on the server. */
  readonly price: ReactNode
  readonly children: ReactNode
}

/** The badge, the product's name and price, then colour, size, quantity and the one big button; first size and colour chosen. */
export function BuyForm({
  product,
  colors,
  sizes,
  stock,
  initialAvailability,
  preorderSentence,
  price,
  children,
}: Offer) {
  const cart = useCartActions()
  const now = useAvailability(stock, initialAvailability)
  const [color, setColor] = useState(colors[0]?.name ?? '')
  const [size, setSize] = useSize(sizes)
  const [quantity, setQuantity] = useState(MIN_QUANTITY)
  const button = useRef<HTMLButtonElement>(null)
  const soldOut = now === 'sold-out'

  function add(): void {
    const { capped } = cart.add({ ...product, color, size, quantity })
    if (capped) toast.error(CART_MESSAGES.capped)
    else toast.success(CART_MESSAGES.added)
  }

  return (
    <div className={styles.form}>
      <header>
        <AvailabilityBadge now={now} />
        {children}
      </header>
      {now === 'preorder' && preorderSentence ? (
        <p className={styles.preorder}>{preorderSentence}</p>
      ) : null}
      <ColorChoice colors={colors} chosen={color} unavailable={soldOut} onChoose={setColor} />
      <SizeChoice sizes={sizes} chosen={size} unavailable={soldOut} onChoose={setSize} />
      <QuantityChoice quantity={quantity} onChange={setQuantity} />
      <button
        type="button"
        ref={button}
        className={buttonClass('primary', true)}
        disabled={soldOut}
        onClick={add}
      >
        {BUY_LABELS[now]}
      </button>
      <InCart id={product.id} />
      <BuyBar
        watch={button}
        title={product.title}
        price={price}
        choice={`${color}・${size}・${quantity} 件`}
        label={BUY_LABELS[now]}
        disabled={soldOut}
        onAdd={add}
      />
    </div>
  )
}
