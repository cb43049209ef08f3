import { type NoteChange, openJournal, Table } from '../journal.ts'
import { schemas } from './records.ts'

function makeTables(note: NoteChange) {
  return {
    orders: new Table(schemas.orders, note('orders')),
    captures: new Table(schemas.captures, note('captures')),
    refunds: new Table(schemas.refunds, note('refunds')),
    disputes: new Table(schemas.disputes, note('disputes')),
    entries: new Table(schemas.entries, note('entries')),
    requestKeys: new Table(schemas.requestKeys, note('requestKeys')),
    deliveries: new Table(schemas.deliveries, note('deliveries')),
    meta: new Table(schemas.meta, note('meta')),
  }
}

/** Everything the stand-in remembers. `save` puts all changes since the last one on the disk. */
export type Store = ReturnType<typeof makeTables> & { save: () => void }

/** Opens what the stand-in remembers in a folder. */
export function openStore(directory: string): Store {
  return openJournal(directory, makeTables)
}
