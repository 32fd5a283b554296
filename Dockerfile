# Build: docker build -t potluck . · Run: docker run -p 127.0.0.1:8765:8765 -v potluck:/data potluck
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python -m venv /potluck \
    && /potluck/bin/pip install --no-cache-dir --constraint constraints.txt '.[postgres]' \
    && /potluck/bin/python tests/installed.py compiled

FROM python:3.13-slim
RUN useradd --uid 1000 --create-home player && install --directory --owner player /data
COPY --from=build /potluck /potluck
COPY LICENSE THIRD-PARTY.txt /usr/share/doc/potluck/
ENV PATH=/potluck/bin:$PATH PYTHONUNBUFFERED=1
USER 1000
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ.get('PORT', 8765)}/healthz\", timeout=4)"]
CMD ["sh", "-c", "exec potluck table --host 0.0.0.0 --port \"${PORT:-8765}\" --data /data --no-open ${POTLUCK_TABLE:-}"]
