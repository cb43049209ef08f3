import { join } from 'node:path'

import { freePort } from '../packages/stand-in/ports.ts'
import {
  type Addresses,
  LINE_PAY,
  processEnvironment,
  PAYPAL,
  PROJECT,
  shopEnvironment,
} from './environment.ts'
import type { ProcessPlan } from './process.ts'

const PACKAGES = join(import.meta.dirname, '..', 'packages')

/**
 * Chooses free ports near the usual ones, `away` further for stand-ins. Uses a configured Firestore
 * as it is.
 */
export async function chooseAddresses(
  shopPort: number,
  { away = 0, linePay = false, ecpay = false } = {},
): Promise<Addresses> {
  const port = (name: string, wanted: number) => freePort(name, wanted + away)
  const input = process.env.FIRESTORE_EMULATOR_HOST
  return {
    shop: `http://localhost:${await freePort('the shop', shopPort)}`,
    auth: `http://127.0.0.1:${await port('sign-in', 9099)}`,
    firestore: input ? input : `127.0.0.1:${await port('Firestore', 8080)}`,
    paypal: `http://127.0.0.1:${await port('PayPal', 4010)}`,
    ...(linePay ? { linePay: `http://127.0.0.1:${await port('LINE Pay', 4030)}` } : {}),
    ...(ecpay ? { ecpay: `http://127.0.0.1:${await port('ECPay', 4040)}` } : {}),
    mailbox: `http://127.0.0.1:${await port('the mailbox', 4020)}`,
    smtp: `smtp://127.0.0.1:${await port('the mail server', 4025)}`,
    projectId: PROJECT,
  }
}

function portOf(address: string): string {
  return address.slice(address.lastIndexOf(':') + 1)
}

function standIn(name: string, ready: RegExp, options: readonly string[]): ProcessPlan {
  const command = ['node', join(PACKAGES, name, 'server.ts'), ...options]
  return { name, command, ready, env: processEnvironment() }
}

/**
 * Plan of LINE Pay's stand-in at this address, with data under `data` and extra flags in `more`.
 */
export function linePayPlan(
  address: string,
  data: string,
  more: readonly string[] = [],
): ProcessPlan {
  const place = ['--port', portOf(address), '--data', join(data, 'line-pay')]
  const { channelId, channelSecret } = LINE_PAY
  const account = ['--channel-id', channelId, '--channel-secret', channelSecret]
  return standIn('line-pay', /^line-pay http/, [...place, ...account, ...more])
}

/** Plan of ECPay's stand-in at this address, with data under `data` and extra flags in `more`. */
export function ecpayPlan(
  address: string,
  data: string,
  more: readonly string[] = [],
): ProcessPlan {
  const place = ['--port', portOf(address), '--data', join(data, 'ecpay')]
  return standIn('ecpay', /^ecpay http/, [...place, ...more])
}

/** The stand-ins at these addresses, in the order in which they start, with their data under `data`. */
export function standInPlans(at: Addresses, data: string): readonly ProcessPlan[] {
  const auth = new URL(at.auth).host
  const signIn = ['--port', portOf(at.auth), '--data', join(data, 'sign-in'), '--project', PROJECT]
  const firestore = ['--port', portOf(at.firestore), '--data', join(data, 'firestore')]
  const account = ['--client-id', PAYPAL.clientId, '--client-secret', PAYPAL.clientSecret]
  const webhook = [
    '--webhook-url',
    `${at.shop}/api/paypal/webhook`,
    '--webhook-id',
    PAYPAL.webhookId,
  ]
  const paypal = [
    '--port',
    portOf(at.paypal),
    '--data',
    join(data, 'paypal'),
    ...account,
    ...webhook,
  ]
  const mailbox = ['--port', portOf(at.mailbox), '--auth', auth, '--project', PROJECT]
  const smtp = ['--smtp-port', portOf(at.smtp), '--data', join(data, 'mails')]
  const indexes = ['--indexes', join(PACKAGES, '..', 'firestore.indexes.json')]
  return [
    standIn('sign-in', /^auth http/, signIn),
    ...(process.env.FIRESTORE_EMULATOR_HOST
      ? []
      : [standIn('firestore', /^firestore /, [...firestore, ...indexes])]),
    standIn('paypal', /^paypal http/, paypal),
    ...(at.linePay === undefined ? [] : [linePayPlan(at.linePay, data)]),
    ...(at.ecpay === undefined ? [] : [ecpayPlan(at.ecpay, data)]),
    standIn('mailbox', /^mailbox http/, [...mailbox, ...smtp]),
  ]
}

/** The shop itself: the production build, or Next's development server, whose requests and errors are shown. */
export function shopPlan(at: Addresses, dev: boolean): ProcessPlan {
  return {
    name: 'shop',
    command: ['next', dev ? 'dev' : 'start', '-H', 'localhost', '-p', portOf(at.shop)],
    ready: /Ready in/,
    ...(dev ? { shownOn: process.stdout } : {}),
    env: {
      ...processEnvironment(shopEnvironment(at)),
      ...(dev ? {} : { NODE_OPTIONS: process.env.NODE_OPTIONS ?? '--max-old-space-size=384' }),
      NODE_ENV: dev ? 'development' : 'production',
    },
  }
}
