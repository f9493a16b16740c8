import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** One log line for each call, when it is over: the request, the status, and how long it took. */
export class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    problem: Error | null | undefined,
    { method, url }: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (problem) reply.log.error({ ...line, err: problem }, 'call aborted')
    else reply.log.info(line, 'call')
  }
}
