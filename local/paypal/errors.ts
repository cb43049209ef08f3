/** One entry of `details` in PayPal's error body. */
export type Detail = { field?: string; value?: string; issue: string; description: string }

export type Link = { href: string; rel: string; method?: string }

const names = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
} as const

export type ErrorStatus = keyof typeof names

/** The issues that the stand-in knows, with PayPal's own descriptions. */
const descriptions = {
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  NOT_SUPPORTED: 'This field is not currently supported.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  PERMISSION_DENIED: 'You do not have permission to access or perform operations on this resource.',
  INVALID_RESOURCE_ID:
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.',
  PAYPAL_REQUEST_ID_PREVIOUSLY_USED:
    'The PayPal-Request-ID has already been used for another request.',
  DECIMALS_NOT_SUPPORTED:
    'Currency does not support decimals. Please refer to https://developer.paypal.com/docs/api/reference/currency-codes/ for more information.',
  DECIMAL_PRECISION:
    'If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 999999999999999.99.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  INCOMPATIBLE_PARAMETER_VALUE:
    'The value of the field is incompatible/redundant with other fields in the order.',
  ONE_OF_PARAMETERS_REQUIRED: 'One or more field is required to continue with this request.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED:
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  PAYER_ACTION_REQUIRED:
    'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  PAYER_CANNOT_PAY:
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.',
  PAYER_ACCOUNT_RESTRICTED: 'PAYER_ACCOUNT_RESTRICTED',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The payer account cannot be used for this transaction.',
  PAYEE_ACCOUNT_RESTRICTED: 'The merchant account is restricted.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'The merchant account is locked or closed.',
  PAYEE_BLOCKED_TRANSACTION:
    'The Fraud settings for this seller are such that this payment cannot be executed.',
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING:
    'Payee account is not setup to be able to process card payments. Please contact PayPal customer support.',
  TRANSACTION_REFUSED: 'The request was refused.',
  TRANSACTION_LIMIT_EXCEEDED: 'Total payment amount exceeded transaction limit.',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: "The transaction exceeds the receiver's receiving limit.",
  TRANSACTION_BLOCKED_BY_PAYEE: 'Transaction blocked by Payee’s Fraud Protection settings.',
  COMPLIANCE_VIOLATION: 'Transaction is declined due to compliance violation.',
  DOMESTIC_TRANSACTION_REQUIRED:
    'This transaction requires the payee and payer to be resident in the same country, a domestic transaction is required to create this payment.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED:
    'You have exceeded the maximum number of payment attempts.',
  CARD_BRAND_NOT_SUPPORTED:
    'Processing of this card brand is not supported. Please use another card to continue with this transaction.',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING:
    'Transaction failed. Redirect the payer to select another funding source.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  PARTIAL_REFUND_NOT_ALLOWED: 'You cannot do a refund less than the original capture amount.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED:
    'You have exceeded the maximum number of refund attempts for this capture.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
  REFUND_AMOUNT_TOO_LOW:
    'The amount after applying currency conversion is zero and hence the capture cannot be refunded. The currency conversion is required because the currency of the capture is different than the currency in which the amount was settled into the payee account.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  WEBHOOK_URL_ALREADY_EXISTS: 'Webhook URL already exists',
} as const

export type Issue = keyof typeof descriptions

const badRequests = new Set<string>([
  'INVALID_ARRAY_MAX_ITEMS',
  'INVALID_ARRAY_MIN_ITEMS',
  'INVALID_PARAMETER_SYNTAX',
  'INVALID_PARAMETER_VALUE',
  'INVALID_STRING_LENGTH',
  'MISSING_REQUIRED_PARAMETER',
  'NOT_SUPPORTED',
  'MALFORMED_REQUEST_JSON',
  'PAYPAL_REQUEST_ID_REQUIRED',
  'WEBHOOK_URL_ALREADY_EXISTS',
])

/** Whether PayPal, and so the stand-in, knows this issue. */
export function isIssue(text: string): text is Issue {
  return Object.hasOwn(descriptions, text)
}

/** The status an issue comes with. */
export function statusOf(issue: Issue): ErrorStatus {
  if (badRequests.has(issue)) return 400
  if (issue === 'PERMISSION_DENIED') return 403
  if (issue === 'INVALID_RESOURCE_ID') return 404
  return issue === 'PREVIOUS_REQUEST_IN_PROGRESS' ? 409 : 422
}

/** An entry of `details`, in PayPal's words. */
export function detail(issue: Issue, field?: string, value?: string): Detail {
  return {
    ...(field === undefined ? {} : { field }),
    ...(value === undefined ? {} : { value }),
    issue,
    description: descriptions[issue],
  }
}

/** A refusal that is answered in PayPal's form. */
export class PayPalError extends Error {
  readonly status: ErrorStatus
  readonly details: readonly Detail[]
  readonly links: readonly Link[]

  constructor(status: ErrorStatus, details: readonly Detail[] = [], links: readonly Link[] = []) {
    super(details[0]?.issue ?? names[status][0])
    this.status = status
    this.details = details
    this.links = links
  }
}

/** A refusal with one issue. */
export function refusal(issue: Issue, field?: string, value?: string): PayPalError {
  return new PayPalError(statusOf(issue), [detail(issue, field, value)])
}

/** The body of a refusal: name, message, debug_id, details, links. */
export function errorBody(error: PayPalError, debugId: string): Record<string, unknown> {
  const [name, message] = names[error.status]
  const page = {
    href: `https://developer.paypal.com/api/rest/responses/#${name}`,
    rel: 'information_link',
    method: 'GET',
  }
  const details = error.details.length > 0 ? { details: error.details } : {}
  return { name, message, debug_id: debugId, ...details, links: [...error.links, page] }
}
