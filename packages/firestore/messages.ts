// Messages of google.firestore.v1 as decoded: lists and maps are always set, scalars unless
// default, a oneof names its member.

export interface Timestamp {
  seconds?: string
  nanos?: number
}

export type Value =
  | { valueType: 'nullValue'; nullValue: 'NULL_VALUE' }
  | { valueType: 'booleanValue'; booleanValue: boolean }
  | { valueType: 'integerValue'; integerValue: string }
  | { valueType: 'doubleValue'; doubleValue: number }
  | { valueType: 'timestampValue'; timestampValue: Timestamp }
  | { valueType: 'stringValue'; stringValue: string }
  | { valueType: 'bytesValue'; bytesValue: Uint8Array }
  | { valueType: 'referenceValue'; referenceValue: string }
  | { valueType: 'geoPointValue'; geoPointValue: { latitude?: number; longitude?: number } }
  | { valueType: 'arrayValue'; arrayValue: { values: Value[] } }
  | { valueType: 'mapValue'; mapValue: { fields: Fields } }

/** Names come from outside: read with `fieldOf`, copy with spread, never assign. */
export type Fields = Record<string, Value>

export interface Document {
  name?: string
  fields: Fields
  createTime?: Timestamp
  updateTime?: Timestamp
}

export interface Mask {
  fieldPaths: string[]
}

export interface Precondition {
  conditionType?: 'exists' | 'updateTime'
  exists?: boolean
  updateTime?: Timestamp
}

export interface FieldTransform {
  fieldPath?: string
  transformType?: string
  setToServerValue?: string
  increment?: Value
  appendMissingElements?: { values: Value[] }
  removeAllFromArray?: { values: Value[] }
}

export interface Write {
  operation?: 'update' | 'delete' | 'transform'
  update?: Document
  delete?: string
  updateMask?: Mask
  updateTransforms: FieldTransform[]
  currentDocument?: Precondition
}

export interface WriteResult {
  updateTime?: Timestamp
  transformResults: Value[]
}

export interface TransactionOptions {
  mode?: 'readOnly' | 'readWrite'
  readOnly?: { readTime?: Timestamp }
  readWrite?: { retryTransaction?: Uint8Array }
}

/** Consistency options of a read. */
export interface Consistency {
  transaction?: Uint8Array
  newTransaction?: TransactionOptions
  readTime?: Timestamp
}

interface FieldReference {
  fieldPath?: string
}

export interface Filter {
  filterType?: 'compositeFilter' | 'fieldFilter' | 'unaryFilter'
  compositeFilter?: { op?: string; filters: Filter[] }
  fieldFilter?: { field?: FieldReference; op?: string; value?: Value }
  unaryFilter?: { field?: FieldReference; op?: string }
}

export interface Cursor {
  values: Value[]
  before?: boolean
}

export interface StructuredQuery {
  select?: { fields: FieldReference[] }
  from: { collectionId?: string; allDescendants?: boolean }[]
  where?: Filter
  orderBy: { field?: FieldReference; direction?: string }[]
  startAt?: Cursor
  endAt?: Cursor
  offset?: number
  limit?: { value?: number }
  findNearest?: object
}

export interface Aggregation {
  alias?: string
  operator?: 'count' | 'sum' | 'avg'
  count?: { upTo?: { value?: string } }
  sum?: { field?: FieldReference }
}

export interface GetDocumentRequest extends Consistency {
  name?: string
  mask?: Mask
}

export interface BatchGetRequest extends Consistency {
  database?: string
  documents: string[]
  mask?: Mask
}

export interface QueryRequest extends Consistency {
  parent?: string
  structuredQuery?: StructuredQuery
  structuredAggregationQuery?: { structuredQuery?: StructuredQuery; aggregations: Aggregation[] }
  explainOptions?: object
}

export interface ListRequest extends Consistency {
  parent?: string
  collectionId?: string
  pageSize?: number
  pageToken?: string
  orderBy?: string
  mask?: Mask
  showMissing?: boolean
}

export interface CommitRequest {
  database?: string
  writes: Write[]
  transaction?: Uint8Array
}

export interface CommitResponse {
  writeResults: WriteResult[]
  commitTime: Timestamp
}
