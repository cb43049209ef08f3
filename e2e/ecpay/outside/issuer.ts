import { type InvoiceLine, InvoiceProblem } from '#lib/invoice/issuer.ts'
import { MemoryIssuer } from '#lib/invoice/memory-issuer.fixture.ts'
import { ProcessKilled, step, world } from '../world.ts'

const LONGEST = 40

// Lost on the way there, on the way back, or carried out later than anybody waits.
async function across<Answer>(name: string, _key: string, act: () => Answer): Promise<Answer> {
  await step()
  const lost = new InvoiceProblem(name, 'unknown', 'TimeoutError')
  if (world().strikes()) throw lost
  if (name === 'issue' && world().strikes(0.3))
    throw new InvoiceProblem(name, 'no-numbers', '字軌已用完')
  const fault = world().atIssuer(name)
  if (typeof fault === 'string' && fault !== 'answer-lost')
    throw new InvoiceProblem(name, fault, `scripted ${fault}`)
  const seconds = typeof fault === 'object' ? fault.carriedOutAfter : world().random() * LONGEST
  if (typeof fault === 'object' || (name !== 'find' && world().strikes())) {
    const at = world().time + seconds * 1000
    const quietly = () => {
      try {
        act()
      } catch (error) {
        if (!(error instanceof InvoiceProblem)) throw error
      }
    }
    world().late.push({ at, act: quietly })
    if (typeof fault === 'object' && fault.isKilled) throw new ProcessKilled()
    throw lost
  }
  const answer = act()
  if (fault === 'answer-lost' || world().strikes()) throw lost
  await step()
  return answer
}

/** The issuer of the random runs. */
export const ISSUER = new MemoryIssuer({ now: () => new Date(world().time), across })

/** The lines of every invoice and allowance that was sent, as `name ×count @price`. */
export const sentLines: string[][] = []

/** To whom the issuer was to write of every invoice that was sent. */
export const sentContacts: { readonly email: string; readonly phone: string }[] = []

/** To whom the issuer was to write of every allowance that was sent. */
export const sentNotices: string[] = []

const { issue, allow } = ISSUER
const noteLines = (lines: readonly InvoiceLine[]) =>
  sentLines.push(lines.map(({ name, count, price }) => `${name} ×${count} @${price}`))
ISSUER.issue = (invoice) => {
  noteLines(invoice.lines)
  sentContacts.push({ email: invoice.email, phone: invoice.phone })
  return issue(invoice)
}
ISSUER.allow = (allowance) => {
  noteLines(allowance.lines)
  sentNotices.push(allowance.email)
  return allow(allowance)
}

/** The issuer's invoices by key. */
export const { issued } = ISSUER

/** The issuer as somebody uses it who works by hand on its pages. */
export const BY_HAND = new MemoryIssuer({
  now: () => new Date(world().time),
  across: async (_name, _key, act) => act(),
  books: issued,
})
