/** Brand name in titles and structured data. */
export const BRAND = 'OURTEE 共衣'

/** The label's tagline. */
export const TAGLINE = '一件 T 恤，一起完成'

/** The language of all pages (BCP 47). */
export const LANGUAGE = 'zh-Hant'

/** The locale of numbers and dates. */
export const LOCALE = 'zh-TW'

/** The shop's time zone. */
export const TIME_ZONE = 'Asia/Taipei'

/** Days after receipt for returning a parcel (consumer law; not a trial). */
export const RETURN_DAYS = 7

/** Days for which a mail's link shows its order: longer than a pre-order waits for its shirt. */
export const MAILED_LINK_DAYS = 180

/** For so many days after a refund by transfer was made its buyer's bank account is kept. */
export const REFUND_ACCOUNT_DAYS = 30

/** Working days within which a return is refunded or exchanged after it came back. */
export const REFUND_WORKING_DAYS = 7

/** Days after a garment's facts are published for cancelling an order that was placed before. */
export const FACTS_CANCEL_DAYS = 7

/** Hours within which support still changes an order. */
export const CHANGE_HOURS = 12

/** Working days until something in stock is handed to the carrier. */
export const HANDLING_DAYS = { from: 1, to: 3 } as const

/** Days a parcel is on its way in Taiwan, outlying islands included; for structured data. */
export const TRANSIT_DAYS = { from: 1, to: 4 } as const

/** Working days until a social login's data are deleted, once the identity is verified. */
export const DATA_DELETION_WORKING_DAYS = 7

/** The patent behind the scannable code, and when it was announced. */
export const PATENT = { number: 'M672379', announced: '2025-07-01' } as const
