'use client'

import card from '#components/ui/radio-card.module.css'
import type { ShippingMethod } from '#lib/delivery/recipient.ts'
import choiceStyles from './shipping-choice.module.css'

const CHOICES: readonly { method: ShippingMethod; name: string; text: string }[] = [
  { method: 'home', name: '宅配到府', text: '台灣本島與離島' },
  { method: 'store', name: '超商取貨', text: '7-11 或全家（FamilyMart）' },
]

/** Home delivery or a convenience store. */
export function ShippingChoice({
  method,
  onChange,
}: {
  method: ShippingMethod
  onChange: (method: ShippingMethod) => void
}) {
  return (
    <fieldset className={choiceStyles.group}>
      <legend className={choiceStyles.legend}>配送方式</legend>
      <div className={choiceStyles.choices}>
        {CHOICES.map((choice) => (
          <label key={choice.method} className={card.choice}>
            <input
              type="radio"
              name="shippingMethod"
              value={choice.method}
              checked={method === choice.method}
              onChange={() => onChange(choice.method)}
            />
            <span className={card.name}>{choice.name}</span>
            <span className={card.note}>{choice.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
