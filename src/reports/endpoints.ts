import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fileEndpoints, lists } from './reports.ts'

/** Every endpoint of the portal: those of the contract's jobs, and those of the reports. */
export const allEndpoints: readonly Endpoint[] = [
  ...endpoints,
  ...Object.values(lists).map(({ endpoint }) => endpoint),
  ...fileEndpoints.values(),
]
