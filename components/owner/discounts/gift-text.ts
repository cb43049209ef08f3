import type { DiscountCode } from '#lib/discount/discount.ts'
import { formatPrice } from '#lib/price/format-price.ts'

export function giftText({ gives, value }: DiscountCode): string {
  if (gives === 'free-delivery') return '免運費'
  return gives === 'percent' ? `折 ${value}%` : `折 ${formatPrice(value)}`
}
