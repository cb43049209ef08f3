import { type Size, variantSku } from '../product/sizes.ts'

/** What analytics is told of the shop, by Google's names (developers.google.com/analytics, ecommerce). */
export type ShopEvent = 'view_item' | 'add_to_cart' | 'begin_checkout'

/** Goods as analytics is told of them; `price` is of one piece in whole TWD. */
export type ToldGoods = {
  readonly id: string
  readonly title: string
  readonly price: number
  readonly color?: string | undefined
  /** Left out where no size was chosen: the whole product is meant. */
  readonly size?: Size
  readonly quantity?: number
}

/** What an event says: goods, their worth and the currency; of a person, an order or its link nothing. */
export function toldOf(goods: readonly ToldGoods[]) {
  return {
    currency: 'TWD',
    value: goods.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0),
    items: goods.map(({ id, title, price, color, size, quantity = 1 }) => {
      const variant = [color, size].filter((part) => part !== undefined).join(' ')
      return {
        item_id: size === undefined ? id.toUpperCase() : variantSku(id, size),
        item_name: title,
        ...(variant === '' ? {} : { item_variant: variant }),
        price,
        quantity,
      }
    }),
  }
}
export type Told = ReturnType<typeof toldOf>
