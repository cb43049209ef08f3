'use client'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import discountStyles from './discount-field.module.css'
import type { CheckoutCode } from './use-discount.ts'

/** The field of a discount code beside the amounts of the checkout, and the code that is applied. */
export function DiscountField({ discount }: { discount: CheckoutCode }) {
  const { applied, typed, problem, pending } = discount
  const box = useRef<HTMLDivElement>(null)
  // What was pressed may be gone, so the focus goes to what came of it, once that is drawn.
  const [asked, setAsked] = useState(0)
  const show = () => setAsked((before) => before + 1)
  useEffect(() => {
    if (asked === 0) return
    box.current?.querySelector<HTMLElement>(applied === undefined ? 'input' : 'p')?.focus()
  }, [asked, applied])
  const apply = async () => {
    if (pending) return
    await discount.apply()
    show()
  }
  // The form around it would place the order.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void apply()
  }
  const remove = () => {
    discount.remove()
    show()
  }
  return applied === undefined ? (
    <div className={discountStyles.field} ref={box}>
      <TextField
        id="discountCode"
        label="折扣碼"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={problem}
        onKeyDown={onKeyDown}
        onChange={({ target }) => discount.type(target.value)}
      />
      <Button variant="secondary" pending={pending} onClick={() => void apply()}>
        {pending ? '查詢中…' : '套用'}
      </Button>
    </div>
  ) : (
    <div className={discountStyles.applied} ref={box}>
      <p tabIndex={-1}>
        已套用折扣碼 <strong>{applied}</strong>
      </p>
      <Button variant="quiet" onClick={remove}>
        移除<span className="visually-hidden">折扣碼 {applied}</span>
      </Button>
    </div>
  )
}
