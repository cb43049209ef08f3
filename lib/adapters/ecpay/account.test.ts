import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { invoiceAccount, logisticsAccount } from './account.ts'

const SITE = { NEXT_PUBLIC_SITE_URL: 'https://shop.example/' }
const PARCELS = {
  ECPAY_LOGISTICS_MERCHANT_ID: '2000132',
  ECPAY_LOGISTICS_KEY: 'key',
  ECPAY_LOGISTICS_IV: 'iv',
  ECPAY_LOGISTICS_SENDER_NAME: '林店主',
  ECPAY_LOGISTICS_SENDER_PHONE: '0912345678',
} as const
const INVOICES = {
  ECPAY_INVOICE_MERCHANT_ID: '2000132',
  ECPAY_INVOICE_KEY: 'key',
  ECPAY_INVOICE_IV: 'iv',
} as const
const HOME = { ECPAY_LOGISTICS_SENDER_ZIP: '100', ECPAY_LOGISTICS_SENDER_ADDRESS: '臺北市' }

const without = (settings: object, name: string) =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name))

const homeOf = (more: object) => logisticsAccount({ ...SITE, ...PARCELS, ...more })?.home

describe('an account at ECPay', () => {
  test('for parcels has its number, keys and sender, and goes live where no address is set', () => {
    const account = logisticsAccount({ ...SITE, ...PARCELS })
    assert.deepEqual(account, {
      merchantId: '2000132',
      key: 'key',
      iv: 'iv',
      base: 'https://logistics.ecpay.com.tw',
      prefix: undefined,
      sender: { name: '林店主', mobile: '0912345678' },
      returnStore: undefined,
      home: undefined,
      site: 'https://shop.example',
    })
  })

  for (const name of Object.keys(PARCELS)) {
    test(`for parcels is none without ${name}`, () => {
      assert.equal(logisticsAccount({ ...SITE, ...without(PARCELS, name) }), undefined)
    })
  }

  test('sends parcels home with a postal code and an address, and with neither alone', () => {
    assert.deepEqual(homeOf(HOME), { zipcode: '100', address: '臺北市' })
    for (const name of Object.keys(HOME)) assert.equal(homeOf(without(HOME, name)), undefined)
  })

  test('for invoices has its number and keys, and no slash at the end of its address', () => {
    const base = 'http://127.0.0.1:4400/'
    const account = invoiceAccount({ ...SITE, ...INVOICES, ECPAY_INVOICE_BASE: base })
    const known = { merchantId: '2000132', key: 'key', iv: 'iv', base: 'http://127.0.0.1:4400' }
    assert.deepEqual(account, { ...known, prefix: undefined })
  })

  for (const name of Object.keys(INVOICES)) {
    test(`for invoices is none without ${name}`, () => {
      assert.equal(invoiceAccount({ ...SITE, ...without(INVOICES, name) }), undefined)
    })
  }
})
