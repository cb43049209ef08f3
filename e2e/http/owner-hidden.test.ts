import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { actionId } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'

async function callPath(path: string, id: string, session: string | undefined) {
  const { shop } = addresses()
  const response = await fetch(new URL(path, shop), {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: shop,
      accept: 'text/x-component',
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
      ...(session === undefined ? {} : { cookie: `__session=${session}` }),
    },
    body: '[{}]',
  })
  const { date: _date, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}

test("an owner's action is to everybody else like one that this build does not have, at every page and with every header", async () => {
  const { session } = await newMember()
  const unknown = '0'.repeat(42)
  for (const who of [undefined, session]) {
    const nothing = await callPath('/nothing', unknown, who)
    expect(nothing.status).toBe(409)
    for (const name of ['shipAction', 'exportCustomerAction', 'finishProofAction']) {
      for (const path of ['/login', '/nothing', '/owner', '/owner/nothing', '/owner/customer']) {
        expect(await callPath(path, actionId(name), who), `${name} at ${path}`).toEqual(nothing)
      }
    }
    const known = actionId('endSession')
    expect(await callPath('/owner', known, who)).toEqual(await callPath('/nothing', known, who))
  }
})
