import { makeProduct } from '#lib/product/product.fixture.ts'

export const shirt = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  price: 1540,
  stock: 0,
})

export const cheap = makeProduct({ id: 'cheap', price: 500, stock: 3 })

const black = { name: '黑色', value: '#000000' }

const colored = { ...cheap, id: 'colored', colors: [...cheap.colors, black] }

export const products = [shirt, cheap, { ...cheap, id: 'gone', stock: 0 }, colored]

export const now = new Date('2027-02-28T15:59:59Z')

export const line = { id: 'shirt', color: '白色', size: 'M', quantity: 2 } as const
