import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isTaxId } from '#lib/company/tax-id.ts'
import { findCompany } from './find-company.ts'

const HOUR = 60 * 60 * 1000

test('a company is asked about once a day, an unknown one once an hour', async () => {
  const asked: string[] = []
  const issuer = {
    findCompany: async (taxId: string) => {
      asked.push(taxId)
      return taxId === '22099131' ? '台積電' : undefined
    },
  }
  const find = (taxId: string, at: number) => findCompany(taxId, at, issuer)
  assert.equal(await find('22099131', 0), '台積電')
  assert.equal(await find('22099131', 23 * HOUR), '台積電')
  assert.equal(asked.length, 1)
  assert.equal(await find('22099131', 25 * HOUR), '台積電')
  assert.equal(asked.length, 2)
  assert.equal(await find('04595257', 0), undefined)
  assert.equal(await find('04595257', HOUR - 1), undefined)
  assert.equal(asked.length, 3)
  assert.equal(await find('04595257', HOUR), undefined)
  assert.equal(asked.length, 4)
  assert.equal(await find('12345678', 0), undefined)
  assert.equal(asked.length, 4)
})

test('the newest 2,000 companies are known, and the oldest of more is asked about again', async () => {
  const ids = Array.from({ length: 99_999 }, (_, index) => String(20_000_000 + index))
    .filter(isTaxId)
    .slice(0, 2001)
  const asked: string[] = []
  const issuer = {
    findCompany: async (taxId: string) => {
      asked.push(taxId)
      return '公司'
    },
  }
  const find = (taxId: string | undefined) => findCompany(taxId ?? '', 1, issuer)
  for (const taxId of ids.slice(0, 2000)) await find(taxId)
  await find(ids[0])
  assert.equal(asked.length, 2000)
  await find(ids[2000])
  await find(ids[1])
  assert.equal(asked.length, 2001)
  await find(ids[0])
  assert.equal(asked.length, 2002)
})
