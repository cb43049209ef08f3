import 'server-only'

import {
  type DataRequest,
  dataRequestSchema,
  type DataRequestKind,
} from '../../account/data-request.ts'
import { database, withDeadline } from './database.ts'

const REQUESTS = 'data_requests'

function reference(uid: string, kind: DataRequestKind) {
  return database().collection(REQUESTS).doc(`${uid}-${kind}`)
}

/** Leaves a member's request on the owner's list; asked again, it is the same one. */
export async function saveDataRequest(request: DataRequest): Promise<void> {
  const call = reference(request.uid, request.kind).set(request)
  await withDeadline('saving a data request', call)
}

/** The requests that the owner has not answered, the oldest first. */
export async function dataRequests(): Promise<readonly DataRequest[]> {
  const query = database().collection(REQUESTS).orderBy('askedAt')
  const { docs } = await withDeadline('reading data requests', query.get())
  return docs.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** The kinds of request that a member has left, and that the owner has not answered. */
export async function dataRequestsOf(uid: string): Promise<readonly DataRequest[]> {
  const query = database().collection(REQUESTS).where('uid', '==', uid)
  const { docs } = await withDeadline('reading own data requests', query.get())
  return docs.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** Takes an answered request off the list. */
export async function answerDataRequests(uid: string, kind: DataRequestKind): Promise<void> {
  await withDeadline('answering a data request', reference(uid, kind).delete())
}
