import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { EcpayAccount, LogisticsAccount, PaymentAccount } from './client.ts'

const SERVER = join(import.meta.dirname, '..', '..', '..', 'packages', 'ecpay', 'server.ts')

/** The accounts that ECPay publishes for tests, without an address. */
export const LOGISTICS: LogisticsAccount = {
  merchantId: '2000933',
  key: 'XBERn1YOvpM9nfZc',
  iv: 'h1ONHk4P4yqbl5LK',
  base: '',
  sender: { name: '陳大明', mobile: '0911222333' },
  returnStore: undefined,
  home: { zipcode: '100', address: '臺北市中正區重慶南路一段122號' },
  site: 'http://127.0.0.1:1',
}
export const INVOICE: EcpayAccount = {
  merchantId: '2000132',
  key: 'ejCk326UnaZWKisg',
  iv: 'q9jcZX8Ib9LM8wYk',
  base: '',
}

/** The account that ECPay publishes for payments. */
export const PAYMENT = {
  merchantId: '3002607',
  key: 'pwFHCqoQZGmho4w6',
  iv: 'EkRm7iFT261dpevs',
} as const

/** The ECPay stand-in as a process, with its test accounts. */
export class EcpayStandIn {
  private base = ''
  private readonly data = mkdtempSync(join(tmpdir(), 'ecpay-adapter-'))
  private child: ChildProcess | undefined

  async start(...flags: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, [SERVER, '--data', this.data, ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'development' },
    })
    this.child = child
    const lines = createInterface({ input: child.stdout })
    const [first]: unknown[] = await once(lines, 'line', { signal: AbortSignal.timeout(600_000) })
    this.base = String(first).replace('ecpay ', '')
  }

  async close(): Promise<void> {
    if (this.child !== undefined && this.child.exitCode === null) {
      const ended = once(this.child, 'exit')
      this.child.kill()
      await ended
    }
    rmSync(this.data, { recursive: true, force: true })
  }

  /** Its address, once started. */
  address(): string {
    return this.base
  }

  logistics(): LogisticsAccount {
    return { ...LOGISTICS, base: this.base }
  }

  payments(): PaymentAccount {
    return { ...PAYMENT, base: this.base, codeBase: this.base, site: 'http://127.0.0.1:1' }
  }

  invoices(): EcpayAccount {
    return { ...INVOICE, base: this.base }
  }

  /** A call to the remote control. Throws when it is refused. */
  async control(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const sent = body === undefined ? null : JSON.stringify(body)
    const response = await fetch(`${this.base}/_local${path}`, { method, body: sent })
    const answered: unknown = await response.json()
    if (response.status === 200) return Object(answered)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(answered)}`)
  }
}
