/** The chains of convenience stores that keep a parcel, and how many digits their stores' numbers have. */
export const STORE_CHAINS = {
  '7-11': { digits: [6], search: 'https://emap.pcsc.com.tw/' },
  全家: { digits: [5, 6], search: 'https://www.family.com.tw/Marketing/zh/Map' },
} as const
export type StoreChain = keyof typeof STORE_CHAINS

/** A convenience store as it is typed: its chain, its number, and its name where one was given. */
export type Store = { readonly chain: StoreChain; readonly number: string; readonly name: string }

const WRITTEN = /^(?:(7-11|全家)(?: |$))?(?:(\d+)(?: |$))?(.*)$/

/** A store from the one text that stands on an order, such as 7-11 123456 重慶門市; what is no chain and no number is the name. */
export function storeFrom(text: string): Store {
  const [, chain, number = '', name = ''] = WRITTEN.exec(text) ?? []
  return { chain: chain === '全家' ? chain : '7-11', number, name }
}

/** The one text of a store; empty while nothing but the chain is known. */
export function storeText({ chain, number, name }: Store): string {
  const rest = [number, name].filter(Boolean).join(' ')
  return rest === '' && chain === '7-11' ? '' : [chain, rest].filter(Boolean).join(' ')
}

/** Whether a text names a chain and a store's number, with as many digits as the chain's numbers have. */
export function isStore(text: string): boolean {
  const { chain, number } = storeFrom(text)
  const digits: readonly number[] = STORE_CHAINS[chain].digits
  return text.startsWith(chain) && digits.includes(number.length)
}
