/** The label's name, as it stands in titles and structured data. */
export const BRAND = 'OURTEE 共衣'

/** The label's tagline. */
export const TAGLINE = '一件 T 恤，一起完成'

/** The company behind the label, as it stands in the terms and on the patent page. */
export const COMPANY = '共衣創作股份有限公司'

/** Where shoppers write to; the only contact address of the shop. */
export const CONTACT_EMAIL = 'hello@ourtee.example'

/** When support answers, in Asia/Taipei. */
export const SUPPORT_HOURS = '週一至週五 09:00–18:00'

/** The language of all pages (BCP 47). */
export const LANGUAGE = 'zh-Hant'

/** The locale of numbers and dates. */
export const LOCALE = 'zh-TW'

/** The shop's time zone, whatever the server's is. */
export const TIME_ZONE = 'Asia/Taipei'
