import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** One line a call, when it is over: what was asked, how it was answered, how long it took. */
export class OneLineACall extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    problem: Error | null | undefined,
    { method, url }: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (problem) reply.log.error({ ...line, err: problem }, 'call broken off')
    else reply.log.info(line, 'call')
  }
}
