"""What is broken, one trial each. A trial marks in the history when something is broken, and when it is healed."""

import time

from daemons import HOSTS


class Trials:
    def __init__(self, cluster, load, dice):
        self.network, self.daemons = cluster.network, cluster.daemons
        self.postgresql, self.valkey, self.objects = cluster.engines
        self.load, self.dice = load, dice

    def broken(self):
        self.load.history.mark("broken")

    def healed(self):
        self.load.history.mark("healed")
        self.load.healed_at = self.load.history.now()

    def kill_each_instance(self):
        """kill -9 of each instance in turn; systemd would start it again."""
        everybody = list(self.daemons.all)
        self.dice.shuffle(everybody)
        self.broken()
        for service, host in everybody:
            daemon = self.daemons.all[service, host]
            daemon.kill()
            time.sleep(0.5)
            daemon.start()
            self.daemons.wait(service, host)
            time.sleep(0.7)
        self.healed()

    def postgresql_fails_over(self):
        """kill -9 of PostgreSQL's primary; the replica is promoted."""
        self.broken()
        self.postgresql.kill_primary()
        time.sleep(1)
        self.postgresql.promote()
        self.healed()
        self.load.afterwards = self.postgresql.add_replica

    def former_primary_returns(self):
        """A former primary comes back as one, while all services have to connect anew: it must not be used."""
        self.broken()
        self.postgresql.kill_primary()
        time.sleep(1)
        self.postgresql.promote()
        time.sleep(3)
        former = 1 - self.postgresql.primary
        self.postgresql.start(former)
        self.postgresql.end_sessions()
        time.sleep(6)
        self.postgresql.servers[former].kill()
        self.healed()
        self.load.afterwards = self.postgresql.add_replica

    def valkey_fails_over(self):
        """kill -9 of Valkey's primary; the replica is promoted."""
        self.broken()
        self.valkey.kill_primary()
        time.sleep(1)
        self.valkey.promote()
        self.healed()
        self.load.afterwards = self.valkey.add_replica

    def objects_are_away(self):
        """kill -9 of the S3 server, which is started again five seconds later."""
        self.broken()
        self.objects.kill()
        time.sleep(5)
        self.objects.start()
        self.healed()

    def cut_both_ways(self):
        """A host is cut off for 30 s."""
        self.cut(cut_out=True, cut_in=True)

    def cut_out(self):
        """Nothing that a host sends arrives, for 30 s."""
        self.cut(cut_out=True)

    def cut_in(self):
        """Nothing arrives at a host, for 30 s."""
        self.cut(cut_in=True)

    def cut(self, **ways):
        host = self.dice.choice(HOSTS)
        self.broken()
        self.network.set(host, **ways)
        time.sleep(30)
        self.network.set(host)
        self.healed()

    def slow_network(self):
        """Each packet takes 100 ms more, and one of a hundred is lost."""
        self.broken()
        for host in HOSTS:
            self.network.set(host, delay_ms=100, loss=0.01)
        time.sleep(15)
        for host in HOSTS:
            self.network.set(host)
        self.healed()

    def full_disk(self):
        """The disk of PostgreSQL's primary is full."""
        self.broken()
        self.postgresql.fill()
        time.sleep(8)
        self.postgresql.free()
        self.healed()

    def clocks_apart(self):
        """The clocks of one host are 30 s ahead."""
        self.restart_host("b", seconds_ahead=30)
        time.sleep(10)
        self.restart_host("b", seconds_ahead=0)

    def restart_host(self, host, seconds_ahead):
        self.broken()
        for (service, other), daemon in self.daemons.all.items():
            if other == host:
                daemon.stop()
                daemon.start(seconds_ahead)
                self.daemons.wait(service, host)
        time.sleep(3)
        self.healed()

    def rolling_upgrade(self):
        """Each instance is stopped in order and started anew, one after the other: a call is repeated once at most."""
        self.load.is_rolling = True
        self.broken()
        for (service, host), daemon in self.daemons.all.items():
            daemon.stop()
            daemon.start()
            self.daemons.wait(service, host)
            time.sleep(1.5)
        self.load.is_rolling = False
        self.healed()


NAMES = [name.replace("_", "-") for name in (
    "kill_each_instance", "postgresql_fails_over", "former_primary_returns", "valkey_fails_over", "objects_are_away",
    "cut_both_ways", "cut_out", "cut_in", "slow_network", "full_disk", "clocks_apart", "rolling_upgrade")]
